import { toast } from "react-toastify/unstyled";

/** Says that something has worked. */
export function notifySuccess(message: string): void {
  toast.success(message, { toastId: message });
}

/** Says that something has failed. One failure seen by several parts is told once. */
export function notifyError(message: string): void {
  toast.error(message, { toastId: message });
}

/** Says something that is good to know. */
export function notifyInfo(message: string): void {
  toast.info(message, { toastId: message });
}
