import { vi } from "vitest";
import { unexpectedCalls } from "./network";

/** An upload that the application has sent. */
export type SentUpload = {
  path: string;
  headers: Headers;
  body: FormData;
  /** Reports progress to the application, from 0 to 1. */
  progress: (loaded: number, total: number) => void;
};

type Responder = (upload: SentUpload) => Response | Promise<Response>;

/** Mocks responses to uploads, in turn. A rejection is a lost connection. */
export function mockUploads(...responses: Responder[]): SentUpload[] {
  const sent: SentUpload[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends Upload {
      override async send(body: FormData) {
        const upload = { path: this.path, headers: this.sent, body, progress: this.progress };
        sent.push(upload);
        try {
          const response = responses[sent.length - 1];
          if (!response) {
            unexpectedCalls.push(`POST ${this.path}`);
            throw new TypeError("Unexpected upload.");
          }
          await this.take(await response(upload));
        } catch {
          this.emit("error");
        }
      }
    },
  );
  return sent;
}

/** The parts of `XMLHttpRequest` that an upload needs. */
class Upload extends EventTarget {
  readonly upload = new EventTarget();
  protected readonly sent = new Headers();
  protected path = "";
  private received = new Headers();
  private over = false;
  status = 0;
  responseText = "";

  protected readonly progress = (loaded: number, total: number) => {
    this.upload.dispatchEvent(new ProgressEvent("progress", { loaded, total }));
  };

  open(method: string, path: string) {
    if (method !== "POST") throw new TypeError(`Unexpected upload method: ${method}.`);
    this.path = path;
  }

  setRequestHeader(name: string, value: string) {
    this.sent.append(name, value);
  }

  getResponseHeader(name: string) {
    return this.received.get(name);
  }

  abort() {
    this.emit("abort");
  }

  async send(_body: FormData): Promise<void> {}

  protected async take(response: Response) {
    this.status = response.status;
    this.received = response.headers;
    this.responseText = await response.text();
    this.emit("load");
  }

  protected emit(event: string) {
    if (this.over) return;
    this.over = true;
    this.dispatchEvent(new Event(event));
  }
}
