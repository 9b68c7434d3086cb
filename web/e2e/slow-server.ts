import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a proxy of a server that pauses a page before this text until the rest is released. */
export async function startSlowServer(url: string, text: string) {
  let sendRest!: () => void;
  const rest = new Promise<void>((resolve) => {
    sendRest = resolve;
  });
  const slow = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(url + (request.url ?? ""));
      const type = answer.headers.get("content-type") ?? "";
      response.writeHead(answer.status, { "content-type": type });
      const body = Buffer.from(await answer.arrayBuffer());
      const stop = type.startsWith("text/html") ? body.indexOf(text) : -1;
      if (stop >= 0) {
        response.write(body.subarray(0, stop));
        await rest;
      }
      response.end(body.subarray(Math.max(stop, 0)));
    })();
  });
  await once(slow.listen(0, "127.0.0.1"), "listening");
  const { port } = slow.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sendRest,
    close: async () => {
      slow.closeAllConnections();
      await once(slow.close(), "close");
    },
  };
}
