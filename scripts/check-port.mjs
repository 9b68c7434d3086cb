// Checks whether the server can listen on this address. Exits with a message if it cannot.
import { createServer, isIP } from "node:net";

const address = process.argv[2];
const [, host, port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
const reasons = {
  EADDRINUSE: `port ${port} is taken: stop what runs there, or choose another with LISTEN_ADDR=${host}:<port>`,
  EACCES: `port ${port} needs more rights than you have: choose one above 1023 with LISTEN_ADDR`,
};
const refuse = (reason) => {
  console.log(`LISTEN_ADDR ${address}: ${reason}.`);
  process.exit(1);
};

if (port === undefined || Number(port) > 65535 || isIP(host) === 0)
  refuse("it must be an address and a port, such as 127.0.0.1:8000");
const server = createServer();
server.on("error", (error) => refuse(reasons[error.code] ?? `the server cannot listen there (${error.code})`));
server.listen(Number(port), host, () => server.close());
