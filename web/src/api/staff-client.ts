import { bearerHeader } from "./bearer";
import { createApiClient } from "./client";
import { fetchFromServer } from "./server-fetch";
import { liveAccessToken, markRejected, replaceSession } from "./session";

/** The client of the signed-in user. */
export const staffClient = createApiClient((request) => fetchAuthorized(request, fetchFromServer));

/** The `fetch` of a call that ends this session, and returns the tokens of a new one. */
export const fetchNewSession = (request: Request) =>
  // A refresh takes the same lock, so only the call itself holds it.
  fetchAuthorized(request, (sent) => replaceSession(() => fetchFromServer(sent)));

async function fetchAuthorized(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const again = request.clone();
  const access = await liveAccessToken();
  const response = await send(withBearer(request, access));
  if (response.status !== 401) return response;
  markRejected(access);
  if (!access) return response;
  // Either our clock was wrong or the session has ended. The refresh shows which.
  const another = await liveAccessToken();
  return another ? send(withBearer(again, another)) : response;
}

function withBearer(request: Request, access: string | undefined): Request {
  for (const [name, value] of Object.entries(bearerHeader(access)))
    request.headers.set(name, value);
  return request;
}
