import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { type RunningServer } from "../e2e/server";

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const binary = process.env["SERVER_BIN"] ?? local("../../target/debug/agency-server");

/** Starts the real server over a fresh database with so many made-up consultations. */
export async function startSeeded(consultations: number): Promise<RunningServer> {
  const database = `web_tools_${randomBytes(6).toString("hex")}`;
  await maintain(`CREATE DATABASE ${database}`);
  const env = {
    ...process.env,
    DATABASE_URL: address(`/${database}`),
    LISTEN_ADDR: "127.0.0.1:0",
    WEB_ROOT: local("../dist"),
    TOKEN_SECRET: randomBytes(32).toString("hex"),
  };
  const run = (...command: string[]) =>
    execFileSync(binary, command, { env, encoding: "utf8", stdio: "pipe" });
  run("seed", String(consultations));
  const password = /^password: (.*)$/m.exec(run("admin", "ada"))?.[1] ?? "";
  const server = spawn(binary, { env, stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(server, "exit");
  const lines = createInterface({ input: server.stdout });
  const [line] = (await Promise.race([once(lines, "line"), exited])) as [unknown];
  return {
    url: String(line).replace("listening on ", ""),
    admin: { username: "ada", password },
    stop: async () => {
      server.kill("SIGTERM");
      await exited;
      await maintain(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

async function maintain(statement: string): Promise<void> {
  const client = new Client({ connectionString: address() });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function address(path?: string): string {
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  if (path) url.pathname = path;
  return url.href;
}
