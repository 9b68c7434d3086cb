import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of the server with failures that a browser's own tools cannot simulate. */
export type Proxy = {
  url: string;
  /** Forwards the next upload, and cuts the connection before the response. */
  loseNextAnswer: () => void;
  /** Forwards a part of the next upload, and cuts both connections. */
  cutNextUpload: () => void;
  close: () => Promise<void>;
};

type Fault = "answer" | "upload";

/** Starts a proxy in front of a server. */
export async function startProxy(server: string): Promise<Proxy> {
  let fault: Fault | undefined;
  const proxy = createServer((incoming, outgoing) => {
    const isUpload = incoming.headers["content-type"]?.startsWith("multipart/") ?? false;
    if (!isUpload || !fault) return forward(server, incoming, outgoing);
    const now = fault;
    fault = undefined;
    if (now === "answer") return forward(server, incoming, outgoing, true);
    forwardPart(server, incoming);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    loseNextAnswer: () => (fault = "answer"),
    cutNextUpload: () => (fault = "upload"),
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

function forward(
  server: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  loseAnswer = false,
) {
  const { method, headers, url = "/" } = incoming;
  const onward = request(new URL(url, server), { method, headers }, (answer) => {
    if (loseAnswer) {
      answer.resume().once("end", () => incoming.socket.destroy());
      return;
    }
    // Browsers retry a request by themselves when a reused connection breaks.
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

/** Forwards the first piece of a body, so that the server has an upload without an end. */
function forwardPart(server: string, incoming: IncomingMessage) {
  const { method, headers, url = "/" } = incoming;
  const onward = request(new URL(url, server), { method, headers });
  const cut = () => {
    onward.destroy();
    incoming.socket.destroy();
  };
  onward.on("error", cut);
  incoming.once("data", (piece: Buffer) => onward.write(piece, cut));
}
