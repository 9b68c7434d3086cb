import { type ComponentType, type FormEvent, useId, useState } from "react";
import { careers } from "~/content/careers";
import type { ListedJob } from "~/content/jobs";
import { paths } from "~/paths";
import { Button } from "~/ui/Button";
import type { ApplicationModalProps } from "./ApplicationModal";
import styles from "./ApplyButton.module.css";

/** The job that was clicked last. While its form is loading, visitors can click another one. */
let clicked: string | undefined;

type ApplyButtonProps = { job: Pick<ListedJob, "slug" | "title"> };

/** Opens the application form of a job in a dialog. Without scripts it links to the page with the same form. */
export function ApplyButton({ job }: ApplyButtonProps) {
  const [open, setOpen] = useState(false);
  const [thanks, setThanks] = useState<string>();
  const noteId = useId();
  const [Modal, setModal] = useState<ComponentType<ApplicationModalProps>>();

  async function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    clicked = job.slug;
    try {
      const { ApplicationModal } = await import("./ApplicationModal");
      if (clicked !== job.slug) return;
      setModal(() => ApplicationModal);
      setOpen(true);
    } catch {
      // The form has its own page, which needs no scripts.
      form.submit();
    }
  }

  return (
    <div className={styles.apply} onInput={() => setThanks(undefined)}>
      {thanks && (
        <p id={noteId} className={styles.thanks}>
          {thanks}
        </p>
      )}
      <form action={paths.apply(job.slug)} onSubmit={(event) => void apply(event)}>
        <Button
          type="submit"
          tone="outline"
          aria-haspopup="dialog"
          aria-label={careers.applyFor(job.title)}
          // It has the focus again once the application was sent.
          aria-describedby={thanks ? noteId : undefined}
        >
          {careers.apply}
        </Button>
      </form>
      {Modal && <Modal job={job} open={open} onClose={() => setOpen(false)} onSent={setThanks} />}
    </div>
  );
}
