type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input, textarea, select";

/**
 * Remembers the form controls of a prerendered page. React replaces them without their values if it
 * finds elements that it did not render, such as those of password managers and spelling helpers.
 * Returns a function that then carries over what was typed or chosen, and the focus.
 */
export function rememberControls(root: Element): () => void {
  const former = new Set(root.querySelectorAll<Control>(CONTROLS));
  let focused = document.activeElement;
  const follow = ({ target }: Event) => {
    focused = target as Element;
  };
  root.addEventListener("focusin", follow);

  return () => {
    for (const control of former) {
      const current = control.isConnected ? null : document.getElementById(control.id);
      if (!isSameKind(control, current)) continue;
      former.delete(control);
      carryOver(control, current);
      if (control === focused) moveFocus(control, current);
    }
  };
}

function isSameKind(former: Control, current: Element | null): current is Control {
  return former.tagName === current?.tagName;
}

function carryOver(former: Control, current: Control): void {
  if (former instanceof HTMLInputElement && current instanceof HTMLInputElement) {
    if (former.type === "file") current.files = former.files;
    current.checked = former.checked;
  }
  if (former.type !== "file") current.value = former.value;
}

function moveFocus(former: Control, current: Control): void {
  current.focus({ preventScroll: true });
  // Not every kind of field has a selection.
  if (former instanceof HTMLSelectElement || current instanceof HTMLSelectElement) return;
  const { selectionStart, selectionEnd } = former;
  if (selectionStart !== null) current.setSelectionRange(selectionStart, selectionEnd);
}
