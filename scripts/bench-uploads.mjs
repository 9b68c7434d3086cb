// How much memory the server takes while many CVs arrive at once: starts the release build on a free port over the
// database of DATABASE_URL, whose applications it adds to.
//
//   DATABASE_URL=… node scripts/bench-uploads.mjs [UPLOADS]
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const uploads = Number(process.argv[2] ?? 200);
const server = spawn("target/release/agency-server", {
  env: {
    ...process.env,
    LISTEN_ADDR: "127.0.0.1:0",
    RATE_LIMITS: "off",
    TOKEN_SECRET: randomBytes(32).toString("hex"),
    RUST_LOG: "warn",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
process.on("exit", () => server.kill());
server.on("exit", (code) => process.exit(code ?? 1));
const [line] = await once(server.stdout, "data");
const port = Number(/:(\d+)\s*$/.exec(String(line))?.[1]);

/** A figure of the server's memory in MB. */
function memory(name) {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}

const texts = {
  job_title: "Software Engineer",
  full_name: "Ada Lovelace",
  email: "ada@applicant.example",
  cover_letter: "I have built analytical engines for years.",
};
const cv = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(5 * 1024 * 1024 - 1 - 9)]);
const part = (head, content) => [Buffer.from(`--bench\r\n${head}\r\n\r\n`), content, Buffer.from("\r\n")];
const body = Buffer.concat([
  ...Object.entries(texts).flatMap(([name, text]) =>
    part(`Content-Disposition: form-data; name="${name}"`, Buffer.from(text)),
  ),
  ...part('Content-Disposition: form-data; name="cv"; filename="cv.pdf"', cv),
  Buffer.from("--bench--\r\n"),
]);
const head =
  "POST /api/applications/create/ HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n" +
  `Content-Type: multipart/form-data; boundary=bench\r\nContent-Length: ${body.length}\r\n\r\n`;

/** Sends all but the end, so that every upload is under way before any is done. */
async function begin() {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(head);
  await new Promise((sent) => socket.write(body.subarray(0, -20), sent));
  return socket;
}

async function finish(socket) {
  const answer = [];
  socket.on("data", (data) => answer.push(data));
  socket.write(body.subarray(-20));
  await once(socket, "close");
  return Buffer.concat(answer).toString("latin1").slice(9, 12);
}

const idle = memory("VmRSS");
const started = performance.now();
const sockets = await Promise.all(Array.from({ length: uploads }, begin));
const received = memory("VmHWM");
const answers = await Promise.all(sockets.map(finish));
const seconds = (performance.now() - started) / 1000;
const stored = answers.filter((status) => status === "201").length;
console.log(`${stored} of ${uploads} uploads of ${cv.length} bytes stored in ${seconds.toFixed(1)} s`);
console.log(
  `memory: ${idle.toFixed(1)} MB idle, ${received.toFixed(1)} MB at most while they arrived, ` +
    `${memory("VmHWM").toFixed(1)} MB at most in all, ${memory("VmRSS").toFixed(1)} MB after`,
);
process.exitCode = stored === uploads ? 0 : 1;
server.removeAllListeners("exit");
server.kill();
