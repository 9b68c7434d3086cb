import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { getResponse, HttpResponse } from "msw";
import { mergeConfig, type Plugin, type ViteDevServer } from "vite";
import type * as Mocks from "./mocks/handlers";
import app from "./vite.config.ts";

// The development server without Rust and Postgres: calls of the API are answered by `mocks/`. Builds
// use `vite.config.ts`, so nothing of this is ever part of the site.
export default mergeConfig(app, { plugins: [mockApi()] });

function mockApi(): Plugin {
  return {
    name: "mock-api",
    apply: "serve",
    configureServer(server) {
      server.httpServer?.once("listening", () => void announce(server));
      server.middlewares.use((incoming, outgoing, next) => {
        if (incoming.url?.startsWith("/api/")) void respond(server, incoming, outgoing);
        else next();
      });
    },
  };
}

/** Loads the handlers anew when their sources change. */
async function loadMocks(server: ViteDevServer): Promise<typeof Mocks> {
  return (await server.ssrLoadModule("/mocks/handlers.ts")) as typeof Mocks;
}

async function announce(server: ViteDevServer): Promise<void> {
  const { username, password } = (await loadMocks(server)).credentials;
  server.config.logger.info(`  Mock API: sign in as ${username} with ${password}`);
}

async function respond(
  server: ViteDevServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const { handlers } = await loadMocks(server);
    const response =
      (await getResponse(handlers, await requestOf(incoming))) ??
      HttpResponse.json({ message: "Not found" }, { status: 404 });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (cause) {
    server.config.logger.error(`The mock API failed: ${String(cause)}`);
    outgoing.writeHead(500, { "content-type": "application/json" });
    outgoing.end('{"message":"The mock API failed"}');
  }
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { url = "/", method = "GET" } = incoming;
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const hasBody = method !== "GET" && method !== "HEAD";
  const address = new URL(url, "http://localhost");
  // As on the server, a slash at the end changes nothing.
  address.pathname = address.pathname.replace(/\/$/, "");
  return new Request(address, {
    method,
    headers,
    ...(hasBody && { body: new Uint8Array(await buffer(incoming)) }),
  });
}
