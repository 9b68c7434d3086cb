let address: string | undefined;

/** Notes the URL with which the document was opened, before navigation changes it. */
export function noteFirstAddress(): void {
  address = location.href;
}

/** Returns the URL with which the document was opened. */
export const firstAddress = (): string => address ?? location.href;
