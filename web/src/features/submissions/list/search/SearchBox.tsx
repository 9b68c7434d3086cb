import glass from "bootstrap-icons/icons/search.svg?icon";
import { type FormEvent, useRef, useState } from "react";
import { Icon } from "~/ui/Icon";
import { useShortcuts } from "~/ui/keys/useShortcuts";
import { useSearchText } from "~/features/submissions/shared/search-text";
import styles from "./SearchBox.module.css";

/** Searches the current list, or the list of the current record. */
export function SearchBox() {
  const { text, type, submit, settle } = useSearchText();

  /** A text with letters that are still being composed, as in Japanese. It is not searched. */
  const [composed, setComposed] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({
    search: () => {
      input.current?.focus();
      input.current?.select();
    },
  });

  function end(typed: string) {
    setComposed(undefined);
    type(typed);
  }

  function search(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <search className={styles.search}>
      <form onSubmit={search}>
        <Icon svg={glass} />
        <input
          ref={input}
          type="search"
          placeholder="Search"
          aria-label="Search"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          dir="auto"
          value={composed ?? text}
          onChange={({ target, nativeEvent }) => {
            if (nativeEvent instanceof InputEvent && nativeEvent.isComposing)
              setComposed(target.value);
            else end(target.value);
          }}
          onCompositionEnd={({ currentTarget }) => end(currentTarget.value)}
          onBlur={settle}
        />
      </form>
    </search>
  );
}
