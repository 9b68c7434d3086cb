import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A line to the server that can be made to fail where a browser's own tools cannot reach. */
export type Line = {
  url: string;
  /** Lets the next upload arrive whole, and cuts the line before its answer. */
  loseNextAnswer: () => void;
  /** Cuts the line in the middle of the next upload. */
  cutNextUpload: () => void;
  close: () => Promise<void>;
};

type Fault = "answer" | "upload";

/** Opens a line to a server. */
export async function openLine(server: string): Promise<Line> {
  let fault: Fault | undefined;
  const line = createServer((incoming, outgoing) => {
    const isUpload = incoming.headers["content-type"]?.startsWith("multipart/") ?? false;
    if (!isUpload || !fault) return forward(server, incoming, outgoing);
    const now = fault;
    fault = undefined;
    if (now === "answer") return forward(server, incoming, outgoing, true);
    incoming.once("data", () => incoming.socket.destroy());
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    loseNextAnswer: () => (fault = "answer"),
    cutNextUpload: () => (fault = "upload"),
    close: async () => {
      line.closeAllConnections();
      line.close();
      await once(line, "close");
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
    // A browser tries a request again by itself when a connection that it has used before breaks.
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}
