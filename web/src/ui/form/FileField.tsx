import upload from "bootstrap-icons/icons/cloud-arrow-up.svg?icon";
import paper from "bootstrap-icons/icons/file-earmark-text.svg?icon";
import { useEffect, useRef, useState } from "react";
import { Button } from "../Button";
import { Icon } from "../Icon";
import { FieldFrame, type FieldProps, inputProps } from "./FieldFrame";
import styles from "./FileField.module.css";
import { readableSize } from "./readable-size";
import { useDropGuard } from "./useDropGuard";

/** A field for one file, chosen in a picker or dropped. */
export function FileField(rest: Omit<FieldProps, "hint">) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [over, setOver] = useState(false);
  useDropGuard();

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const update = () => setFile(field.files?.[0]);
    // The reset event fires before the inputs are cleared.
    const reset = () => setFile(undefined);
    // A file may have been chosen before hydration.
    update();
    field.addEventListener("input", update);
    field.form?.addEventListener("reset", reset);
    return () => {
      field.removeEventListener("input", update);
      field.form?.removeEventListener("reset", reset);
    };
  }, []);

  function remove() {
    const field = input.current;
    if (!field) return;
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }

  const { accept, max } = rest.rule;
  const names = accept.map((ending) => ending.slice(1).toUpperCase());
  const hint = `${anyOf(names)}, under ${readableSize(max + 1)}`;
  const props: FieldProps = { ...rest, hint };
  const { readOnly: sending, ...attributes } = inputProps(props);
  const leave = () => setOver(false);
  return (
    <FieldFrame {...props}>
      <div className={styles.zone} data-over={over || undefined}>
        <input
          {...attributes}
          ref={input}
          className={styles.input}
          type="file"
          accept={accept.join(",")}
          disabled={sending}
          onDragEnter={() => setOver(true)}
          onDragLeave={leave}
          onDrop={leave}
        />
        <p className={styles.words} aria-hidden="true">
          <Icon svg={file ? paper : upload} />
          {/* The keys keep React from turning one into the other, text by text. */}
          {file ? (
            <span key="file" className={styles.file}>
              <bdi className={styles.name}>{file.name}</bdi> <span>{readableSize(file.size)}</span>
            </span>
          ) : (
            <span key="none">
              Drop your file here, or <span className={styles.link}>choose one</span>
            </span>
          )}
        </p>
        {file && !sending && (
          <Button
            tone="quiet"
            size="s"
            className={styles.remove}
            aria-label={`Remove ${file.name}`}
            onClick={remove}
          >
            Remove
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}

function anyOf(names: string[]): string {
  if (names.length < 3) return names.join(" or ");
  return `${names.slice(0, -1).join(", ")}, or ${names.at(-1)}`;
}
