import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { flushSync } from "react-dom";
import { useOpenOnPage } from "~/ui/useOpenOnPage";

/** Hover delay before the panel opens, in milliseconds. */
const REST = 150;

/** Opens and closes the services panel by mouse, touch and keyboard. */
export function useServicesPanel() {
  const [open, setOpen] = useOpenOnPage();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const pointer = useRef("");

  const close = useCallback(() => setOpen(false), [setOpen]);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pass = () => clearTimeout(resting.current);
  useEffect(() => pass, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && open) {
      close();
      button.current?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // Hidden elements cannot take the focus, and the next key starts from the focused one.
    flushSync(() => setOpen(true));
    const links = Array.from(list.current?.querySelectorAll("a") ?? []);
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const from = at === -1 && step === -1 ? 0 : at;
    links[(from + step + links.length) % links.length]?.focus();
  }

  return {
    open,
    close,
    button,
    list,
    itemProps: {
      onKeyDown,
      onBlur: (event: FocusEvent) => {
        const inside = event.currentTarget.contains(event.relatedTarget);
        if (event.relatedTarget && !inside) close();
      },
    },
    buttonProps: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        resting.current = setTimeout(() => setOpen(true), REST);
      },
      onPointerLeave: pass,
      onPointerDown: (event: PointerEvent) => {
        pointer.current = event.pointerType;
      },
      onClick: () => {
        pass();
        // A mouse has already opened the panel by resting here. Its click must not close it.
        setOpen(pointer.current === "mouse" || !open);
        pointer.current = "";
      },
    },
  };
}
