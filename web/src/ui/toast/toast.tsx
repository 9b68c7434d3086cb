import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import {
  type Id,
  toast,
  ToastContainer,
  type ToastContentProps,
  type ToastTransitionProps,
} from "react-toastify/unstyled";
import { mainId } from "../Main";

/** How long a toast stays, one with a button, and one with a list, in milliseconds. */
const CLOSE_AFTER = 3000;
const CLOSE_BUTTON_AFTER = 10_000;
const CLOSE_LIST_AFTER = 30_000;

/** How often a toast that has to stay is looked at again, in milliseconds. */
const CLOSE_LATER = 1000;

/**
 * Shows the toasts. In the same chunk as what adds them, so that they can be shown without a network
 * once it is loaded.
 */
export function ToastList() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={false}
      hideProgressBar
      transition={Instant}
      theme="light"
      newestOnTop
      // No alert role: the container is live, and each toast would be announced twice.
      role="group"
    />
  );
}

/**
 * Adds and removes a toast at once. The library's transitions and its time wait for the end of
 * animations, which never run where an add-on has switched them off.
 */
function Instant({ isIn, done, children }: ToastTransitionProps) {
  useLayoutEffect(() => {
    if (!isIn) done();
  }, [isIn, done]);
  return children;
}

type TimedProps = Partial<ToastContentProps> & {
  /** Milliseconds until it closes. */
  after: number;
  children: ReactNode;
};

/**
 * The content of a toast that closes after a time. One with the focus or under the pointer stays, and
 * all while the window has no focus.
 */
function Timed({ after, closeToast, children }: TimedProps) {
  const content = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(() => closeToast?.());

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (milliseconds: number) => {
      timer = setTimeout(() => {
        const element = content.current?.closest(".Toastify__toast");
        const isUsed = element?.matches(":hover") || element?.contains(document.activeElement);
        if (isUsed || !document.hasFocus()) wait(CLOSE_LATER);
        else close();
      }, milliseconds);
    };
    wait(after);
    return () => clearTimeout(timer);
  }, [after]);
  return <div ref={content}>{children}</div>;
}

/**
 * Shows a message, once at a time. Isolated: names and the messages of servers can have any direction.
 */
export function notify(type: "success" | "error" | "info", message: string): void {
  const content = (
    <Timed after={CLOSE_AFTER}>
      <bdi>{message}</bdi>
    </Timed>
  );
  toast[type](content, { toastId: message });
}

/** Shows an error. */
export const notifyError = (message: string) => notify("error", message);

/** Closes all toasts. */
export const dismissToasts = () => toast.dismiss();

type ActionToast = {
  type: "success" | "error";
  message: string;
  /** A list below the message. */
  details?: readonly string[];
  action?: { label: string; run: () => void } | undefined;
};

let shown: Id | undefined;

/** Shows the result of an action instead of the previous one. */
export function showActionToast({ type, message, details = [], action }: ActionToast): void {
  // Without an id it would close all toasts.
  if (shown !== undefined) toast.dismiss(shown);
  const withoutList = action ? CLOSE_BUTTON_AFTER : CLOSE_AFTER;
  const time = details.length > 0 ? CLOSE_LIST_AFTER : withoutList;

  function run(id: Id) {
    // The button goes, and would take the focus with it.
    document.getElementById(mainId)?.focus({ preventScroll: true });
    toast.dismiss(id);
    action?.run();
  }

  shown = toast[type]((props: ToastContentProps) => (
    <Timed {...props} after={time}>
      <bdi>{message}</bdi>
      {action && (
        <>
          {" · "}
          <button
            type="button"
            className="toast-action"
            onClick={() => run(props.toastProps.toastId)}
          >
            {action.label}
          </button>
        </>
      )}
      {details.length > 0 && (
        <ul className="toast-details">
          {details.map((detail) => (
            <li key={detail}>
              <bdi>{detail}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Timed>
  ));
}
