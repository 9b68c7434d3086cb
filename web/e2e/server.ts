import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, openSync } from "node:fs";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Client } from "pg";
import { findLeaks } from "./logs";

const own = {
  binary: process.env["SERVER_BIN"] ?? local("../../target/debug/agency-server"),
  site: local("../dist"),
};

/** An admin account for a test. */
export type Admin = { username: string; password: string };

/** The tokens of a session, by their names in the browser's storage. */
export type Tokens = { access: string; refresh: string };

/** A build of the product: its server and its site. */
export type Build = { binary: string; site: string };

/** The running product, on its own database. */
export type RunningServer = {
  url: string;
  admin: Admin;
  /** Returns the account of a colleague, which is created on first use. */
  colleague: () => Admin;
  /** Returns the tokens of a session that all tests share, and that none may end or refresh. */
  sharedSession: (admin: Admin) => Promise<Tokens>;
  /** Adds `count` sample consultations, and a tenth as many applications. */
  seed: (consultations: number) => void;
  /** Creates another account with this name. */
  addAdmin: (username: string, firstName: string, lastName: string) => Admin;
  /** Deletes everything from an email address. */
  forget: (email: string) => void;
  /** Runs a statement in the database, without the server. */
  execute: (statement: string, values: unknown[]) => Promise<void>;
  /** Stops the process and starts another build at the same address, on the same database. */
  replace: (build: Build) => Promise<void>;
  stop: () => Promise<void>;
};

/** How long a session is shared, in milliseconds. Pages refresh tokens that have lived 15 minutes. */
const SHARED_FOR = 8 * 60_000;

/** Starts the real server on a fresh database. */
export async function startServer(): Promise<RunningServer> {
  const database = `web_e2e_${randomBytes(6).toString("hex")}`;
  await maintain(`CREATE DATABASE ${database}`);
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl(database),
    LISTEN_ADDR: "127.0.0.1:0",
    TOKEN_SECRET: randomBytes(32).toString("hex"),
    RATE_LIMITS: "off",
    SHUTDOWN_DELAY: "0",
    LOG_FORMAT: "json",
    RUST_LOG: "debug",
  };
  const log = logFile(database);
  const start = async (build: Build) => {
    const { binary, site } = build;
    const settings = { ...env, WEB_ROOT: site };
    const server = spawn(binary, { env: settings, stdio: ["ignore", "pipe", openSync(log, "a")] });
    const exited = once(server, "exit");
    const url = await firstMatch(server.stdout, /^listening on (http:\S+)/);
    const end = async () => {
      server.kill("SIGTERM");
      await exited;
    };
    return { url, end };
  };
  let serving = await start(own);
  const { url } = serving;
  env.LISTEN_ADDR = new URL(url).host;
  const admin = createAdmin(env, "ada");
  let colleague: Admin | undefined;
  const sessions = new Map<string, { since: number; tokens: Promise<Tokens> }>();
  return {
    url,
    admin,
    colleague: () =>
      (colleague ??= createAdmin(
        env,
        "grace-hopper",
        "--first-name",
        "Grace",
        "--last-name",
        "Hopper",
      )),
    sharedSession: async (owner) => {
      let session = sessions.get(owner.username);
      if (!session || Date.now() - session.since > SHARED_FOR) {
        session = { since: Date.now(), tokens: createTokens(url, owner) };
        sessions.set(owner.username, session);
      }
      return session.tokens;
    },
    seed: (consultations) =>
      void execFileSync(join(dirname(own.binary), "agency-seed"), [String(consultations)], {
        env,
        stdio: "pipe",
      }),
    addAdmin: (username, firstName, lastName) =>
      createAdmin(env, username, "--first-name", firstName, "--last-name", lastName),
    forget: (email) => void run(env, "forget", email),
    execute: (statement, values) =>
      connected(env.DATABASE_URL, async (client) => void (await client.query(statement, values))),
    replace: async (build) => {
      await serving.end();
      serving = await start(build);
    },
    stop: async () => {
      await serving.end();
      const secrets = [admin.password, env.TOKEN_SECRET];
      const found = await connected(env.DATABASE_URL, (client) => findLeaks(log, secrets, client));
      await maintain(`DROP DATABASE ${database} WITH (FORCE)`);
      if (found.length > 0) throw new Error(`${log} holds ${JSON.stringify(found)}.`);
    },
  };
}

function createAdmin(env: NodeJS.ProcessEnv, ...command: string[]): Admin {
  const output = run(env, "admin", ...command);
  const read = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(output)?.[1] ?? "";
  return { username: read("username"), password: read("password") };
}

/** Signs an admin in over the API. */
async function createTokens(url: string, admin: Admin): Promise<Tokens> {
  const answer = await fetch(`${url}/api/token/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  if (answer.status !== 200) throw new Error(`Signing in was answered with ${answer.status}.`);
  return (await answer.json()) as Tokens;
}

function run(env: NodeJS.ProcessEnv, ...command: string[]): string {
  return execFileSync(own.binary, command, { env, encoding: "utf8", stdio: "pipe" });
}

async function firstMatch(output: Readable | null, pattern: RegExp): Promise<string> {
  if (!output) throw new Error("The server's output cannot be read.");
  for await (const line of createInterface({ input: output })) {
    const found = pattern.exec(line)?.[1];
    if (!found) continue;
    // Drain the output, so that a full pipe never blocks the server.
    output.resume();
    return found;
  }
  throw new Error("The server stopped before it listened.");
}

/** The log is stored next to the traces of failed tests. */
function logFile(name: string): string {
  const folder = local("../test-results");
  mkdirSync(folder, { recursive: true });
  return `${folder}/${name}.log`;
}

function databaseUrl(name: string): string {
  const url = new URL(maintenanceUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function maintain(statement: string): Promise<void> {
  await connected(maintenanceUrl(), (client) => client.query(statement));
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function maintenanceUrl(): string {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) throw new Error("TEST_DATABASE_URL names no database server to test on.");
  return url;
}

function local(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
