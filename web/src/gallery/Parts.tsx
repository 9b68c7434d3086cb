import chart from "bootstrap-icons/icons/bar-chart.svg?icon";
import { useState } from "react";
import { Accordion } from "~/ui/Accordion";
import { Banner } from "~/ui/Banner";
import { Breadcrumbs } from "~/ui/Breadcrumbs";
import { Button, ButtonExternal, ButtonLink, type ButtonTone } from "~/ui/Button";
import { Modal } from "~/ui/dialog/Modal";
import { ExternalLink } from "~/ui/ExternalLink";
import { DateTime } from "~/ui/format/DateTime";
import { Icon } from "~/ui/Icon";
import { IconButton } from "~/ui/IconButton";
import { Link } from "~/ui/Link";
import { DateInput } from "~/ui/list/DateInput";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { PageLinks } from "~/ui/list/PageLinks";
import { Reveal } from "~/ui/motion/Reveal";
import { Notice } from "~/ui/Notice";
import { Carousel } from "~/ui/slides/Carousel";
import { Spinner } from "~/ui/Spinner";
import { notify } from "~/ui/toast/toast";
import { Fields } from "./Fields";
import styles from "./Gallery.module.css";
import { Specimen } from "./Specimen";

const tones: ButtonTone[] = ["primary", "outline", "quiet", "onInk"];
const questions = [
  { question: "What is open at first?", answer: "The first item, as here." },
  { question: "How many are open?", answer: "One at a time. The browser closes the others." },
];
const trail = [
  { name: "Home", path: "/" },
  { name: "Projects", path: "/project" },
  { name: "Ferry" },
];

/** Every part of the design system. `prefix` makes ids unique on the page. */
export function Parts({ prefix }: { prefix: string }) {
  return (
    <>
      <Buttons />
      <Specimen name="Links" file="Link.tsx, ExternalLink.tsx, Breadcrumbs.tsx">
        <p>
          <Link to="/contact">To a page</Link> and{" "}
          <ExternalLink href="https://example.com">to another site</ExternalLink>
        </p>
        <Breadcrumbs trail={trail} />
      </Specimen>
      <Specimen name="Icons" file="Icon.tsx, IconButton.tsx">
        <Icon svg={chart} alt="Bar chart" />
        <IconButton svg={chart} label="Insights" />
        <IconButton svg={chart} label="Insights, disabled" disabled />
      </Specimen>
      <Fields prefix={prefix} />
      <ListControls />
      <Messages />
      <Dialogs />
      <Specimen name="Accordion" file="Accordion.tsx">
        <Accordion items={questions} level={3} />
      </Specimen>
      <Specimen name="Carousel" file="slides/Carousel.tsx">
        <Carousel label={`Slides, ${prefix}`} delay={4000} loop pagination>
          {["One", "Two", "Three"].map((text) => (
            <p key={text} className={styles.slide}>
              {text}
            </p>
          ))}
        </Carousel>
      </Specimen>
      <Specimen name="Reveal" file="motion/Reveal.tsx">
        <Reveal from="left">Slides in whenever it scrolls into view.</Reveal>
      </Specimen>
      <Specimen name="Date and time" file="format/DateTime.tsx">
        <p>
          <DateTime iso="2026-03-01T13:00:00Z" />
        </p>
      </Specimen>
    </>
  );
}

function Buttons() {
  return (
    <>
      {tones.map((tone) => (
        <Specimen key={tone} name={`Button, ${tone}`} file="Button.tsx">
          <div className={styles.row} data-ink={tone === "onInk" || undefined}>
            <Button tone={tone}>Normal</Button>
            <Button tone={tone} size="s">
              Small
            </Button>
            <Button tone={tone} busy>
              Busy
            </Button>
            <Button tone={tone} disabled>
              Disabled
            </Button>
            <ButtonLink tone={tone} to="/contact">
              Link
            </ButtonLink>
            <ButtonLink tone={tone} to="/gallery" aria-current="page">
              Current page
            </ButtonLink>
            <ButtonExternal tone={tone} href="https://example.com">
              Another site
            </ButtonExternal>
          </div>
        </Specimen>
      ))}
    </>
  );
}

function ListControls() {
  const [order, setOrder] = useState<"newest" | "oldest">("newest");
  const [day, setDay] = useState<string | null>(null);
  return (
    <Specimen name="List controls" file="list/">
      <div className={styles.row}>
        <LabelledSelect
          label="Sort"
          value={order}
          options={[
            { value: "newest", label: "Newest" },
            { value: "oldest", label: "Oldest" },
          ]}
          onChange={setOrder}
        />
        <DateInput label="From" day={day} onChange={setDay} />
      </div>
      <PageLinks
        label="Pages"
        page={3}
        previous={2}
        next={4}
        links={[1, 2, 3, 4, null, 12]}
        search={(page) => `?page=${page}`}
      />
    </Specimen>
  );
}

function Messages() {
  return (
    <>
      <Specimen name="Banner" file="Banner.tsx">
        <Banner>Nothing needs to be done about this.</Banner>
        <Banner due>
          This needs an action. <Link to="/gallery">Do it</Link>
        </Banner>
      </Specimen>
      <Specimen name="Notice" file="Notice.tsx, ErrorBoundary.tsx">
        <Notice role="status" title="No consultations available" />
        <Notice
          role="alert"
          title="This page could not be loaded."
          text="With a text and an action."
        >
          <Button>Try again</Button>
        </Notice>
      </Specimen>
      <Specimen name="Spinner" file="Spinner.tsx">
        <Spinner />
        <Spinner note="Connection lost. Retrying…" />
      </Specimen>
      <Specimen name="Toasts" file="toast/toast.tsx">
        <div className={styles.row}>
          <Button tone="quiet" size="s" onClick={() => notify("success", "It was saved.")}>
            Success
          </Button>
          <Button tone="quiet" size="s" onClick={() => notify("error", "It could not be saved.")}>
            Error
          </Button>
          <Button tone="quiet" size="s" onClick={() => notify("info", "It was saved before.")}>
            Info
          </Button>
        </div>
      </Specimen>
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"small" | "wide">();
  const close = () => setOpen(undefined);
  return (
    <Specimen name="Modal" file="dialog/Modal.tsx">
      <div className={styles.row}>
        <Button tone="quiet" size="s" onClick={() => setOpen("small")}>
          As large as its content
        </Button>
        <Button tone="quiet" size="s" onClick={() => setOpen("wide")}>
          As large as the window
        </Button>
      </div>
      <Modal title="A dialog" open={open === "small"} onClose={close}>
        <p>Escape, the button and the backdrop close it.</p>
      </Modal>
      <Modal title="A wide dialog" wide open={open === "wide"} onClose={close}>
        <p>It fills the window.</p>
      </Modal>
    </Specimen>
  );
}
