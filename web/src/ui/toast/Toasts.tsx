import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
} from "react";
import { ErrorBoundary } from "react-error-boundary";
import { toastRegion } from "./toast-region";
import "react-toastify/ReactToastify.css";
import "./toasts.css";

const ToastList = lazy(() => import("./toast").then((toast) => ({ default: toast.ToastList })));

const NeedToasts = createContext(() => {});

/**
 * Loads the toasts, which most visitors do not need. A part that shows toasts asks for them early:
 * a toast about a lost connection cannot be loaded afterwards.
 */
export function useToasts(): void {
  const need = use(NeedToasts);
  useEffect(need, [need]);
}

/** Shows the toasts of its children. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [isNeeded, setIsNeeded] = useState(false);
  const need = useCallback(() => setIsNeeded(true), []);
  return (
    <NeedToasts value={need}>
      {children}
      <div>
        <div id={toastRegion}>
          {isNeeded && (
            <ErrorBoundary fallback={null}>
              <Suspense>
                <ToastList />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      </div>
    </NeedToasts>
  );
}
