// Sends forms until a file `stop` exists, retrying each with its key until it is acknowledged, as
// the web does. Writes the slugs of acknowledged forms to `stored`.
//
//   node forms.mjs http://127.0.0.1:8000 FOLDER
import { appendFileSync, existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const [origin, folder] = process.argv.slice(2);
const GIVE_UP_MS = 60_000;

async function send(nth) {
  const key = `${String(nth).padStart(32, "0")}`;
  const body = JSON.stringify({
    full_name: `Visitor ${nth}`,
    email: `visitor.${nth}@customer.example`,
    message: `We need shop number ${nth}.`,
  });
  const since = Date.now();
  for (;;) {
    try {
      const answer = await fetch(`${origin}/api/consultations/create/`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body,
      });
      if (answer.status === 201) return (await answer.json()).slug;
      if (answer.status < 500) throw new Error(`form ${nth}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      if (error.message.startsWith("form ")) throw error;
    }
    if (Date.now() - since > GIVE_UP_MS) throw new Error(`form ${nth}: no answer for a minute`);
    await pause(100);
  }
}

for (let nth = 1; !existsSync(`${folder}/stop`); nth += 1) {
  appendFileSync(`${folder}/stored`, `${await send(nth)}\n`);
  await pause(20);
}
