// Writes the configuration of a container: as the image defines it, with a read-only root, without
// capabilities, and with the database's folder and space for uploads.
//
//   bundle.mjs CONFIG.json IMAGE_CONFIG.json ROOT SOCKET_FOLDER SETTING=VALUE…
import { readFileSync, writeFileSync } from "node:fs";

const [file, image, root, sockets, ...settings] = process.argv.slice(2);
const config = JSON.parse(readFileSync(file, "utf8"));
const { User, Env, Entrypoint } = JSON.parse(readFileSync(image, "utf8")).config;
const [uid, gid] = User.split(":").map(Number);

config.root = { path: root, readonly: true };
Object.assign(config.process, {
  terminal: false,
  user: { uid, gid },
  args: Entrypoint,
  env: [...Env, ...settings],
  capabilities: {},
  noNewPrivileges: true,
});
const room = {
  destination: "/tmp",
  type: "tmpfs",
  source: "tmpfs",
  options: ["nosuid", "nodev", "noexec", "mode=1777"],
};
const database = { destination: "/run/postgresql", type: "bind", source: sockets, options: ["rbind", "ro"] };
config.mounts = [...config.mounts.filter(({ destination }) => !destination.startsWith("/sys")), room, database];
// Called from outside the container.
config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== "network");
writeFileSync(file, JSON.stringify(config));
