// Groups the differences between the results of two releases into classes: subject, old result, new
// result.

const orders = ["newest", "oldest", "name_asc", "name_desc"];
const said = (sentence) => (sentence === undefined ? "accepted" : `“${sentence}”`);

/** Runs an input of each kind. Returns `[subject, result]`, or nothing if a release has no such rule. */
const questions = {
  pageCount: ({ pageCount }, input) => [["pages", pageCount?.(...input)]],
  pageLinks: ({ pageLinks }, input) => [["links of a pager", pageLinks?.(...input)]],
  order: ({ sortRecords }, input) => orders.map((order) => [`order ${order}`, sortRecords?.(order, input)]),
  session: ({ decideSession, isTokenLive }, [access, refresh, now]) => [
    ["session", decideSession?.(access, refresh, now)],
    ["live token", isTokenLive?.(access, now)],
  ],
  filter: ({ readFilter }, input) => [["filter", readFilter?.(input)]],
  search: ({ matchesRecord, highlightText }, [query, texts]) => [
    ["search", matchesRecord?.(query, texts)],
    ["marks of a search", highlightText && texts.map((text) => highlightText(query, text))],
  ],
  move: ({ moveRecord }, input) => [["action", moveRecord?.(...input)]],
  note: ({ checkNote }, input) => [["note", checkNote && said(checkNote(input))]],
};

/** Groups differences: `add` each input, then read the `lines`. */
export function differences(before, after) {
  const classes = new Map();
  const fresh = new Set();
  let inputs = 0;

  function note(subject, change, example) {
    const key = `${change}\n${subject}`;
    // Characters that are invisible, or change the direction of text, are shown by number.
    const shown = (each) => [...each].map((c) => `\\u{${c.codePointAt(0).toString(16)}}`).join("");
    const text = JSON.stringify(example).replace(/\p{C}+/gu, shown);
    if (!(classes.get(key)?.example.length <= text.length)) classes.set(key, { subject, change, example: text });
  }

  function compareForms(form, values) {
    if (!(form in before.fields)) return fresh.add(`form ${form}`);
    const known = before.fields[form].map(({ name }) => name);
    const [old, now] = [before, after].map((rules) => rules.checkForm(form, values));
    const sentences = (refused) => new Map(refused.map(({ field, message }) => [field, message]));
    const [was, is] = [sentences(old), sentences(now)];
    for (const { name } of after.fields[form]) {
      if (!known.includes(name)) fresh.add(`field ${form}.${name}`);
      else if (was.get(name) !== is.get(name)) {
        const { head, ...file } = values[name]?.head ? values[name] : {};
        const example = head ? { ...file, head: Buffer.from(head).toString("hex").slice(0, 32) } : values[name];
        note(`${form}.${name}`, `${said(was.get(name))} → ${said(is.get(name))}`, example ?? null);
      }
    }
    const places = (refused, other) => refused.map(({ field }) => field).filter((field) => other.has(field));
    const [former, current] = [places(old, is), places(now, was)];
    if (former.join() !== current.join()) note(form, `${former.join(", ")} → ${current.join(", ")}`, null);
  }

  function add({ kind, form, input }) {
    inputs += 1;
    if (kind === "form") return void compareForms(form, input);
    const [old, now] = [before, after].map((rules) => questions[kind](rules, input));
    now.forEach(([subject, answer], at) => {
      const former = old[at][1];
      if (former === undefined) fresh.add(subject);
      else if (JSON.stringify(former) !== JSON.stringify(answer)) note(subject, "answered otherwise", input);
    });
  }

  /** Returns a line for each class. Classes with the same change share a line. */
  function lines() {
    const alike = grouped(classes.values());
    const changed = [...alike].map(([change, all]) => {
      const subjects = all.map(({ subject }) => subject).sort();
      const [{ example }] = all.toSorted((a, b) => a.example.length - b.example.length);
      return { line: `${subjects.join(", ")}: ${change}`, example };
    });
    const added = [...fresh].map((subject) => ({ line: `${subject}: new`, example: "" }));
    return [...changed, ...added].sort((a, b) => (a.line < b.line ? -1 : 1));
  }

  return { add, lines, inputs: () => inputs };
}

function grouped(classes) {
  const groups = new Map();
  for (const each of classes) groups.set(each.change, [...(groups.get(each.change) ?? []), each]);
  return groups;
}
