import { type DefaultBodyType, HttpResponse } from "msw";

/** A response with a body of any type. */
export type UntypedResponse = ReturnType<typeof HttpResponse.error>;

/** Responds with a body of any type. */
export type Responder = () => UntypedResponse | Promise<UntypedResponse>;

/** Returns a JSON response with the type of its body, dated by the server's clock. */
export function jsonResponse<const T extends DefaultBodyType = never>(
  status: number,
  body?: T,
  date = new Date(),
): HttpResponse<T> {
  return HttpResponse.json<DefaultBodyType>(body, {
    status,
    headers: { date: date.toUTCString() },
  }) as HttpResponse<T>;
}

/** Returns a file, as the server sends a CV. */
export function fileResponse(content: string): UntypedResponse {
  return HttpResponse.text(content, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=CV.pdf",
    },
  });
}
