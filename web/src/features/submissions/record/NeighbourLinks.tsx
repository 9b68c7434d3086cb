import down from "bootstrap-icons/icons/chevron-down.svg?raw";
import up from "bootstrap-icons/icons/chevron-up.svg?raw";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "../../../router";
import type { Neighbours, Submission } from "../../../api/submissions";
import { recordPath } from "../../../paths";
import { readFilter } from "../../../rules/filter";
import { useStaffRules } from "../../../rules/useRules";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useKeys } from "../../../ui/keys/useKeys";
import type { SubmissionKind } from "../kinds/kind";
import styles from "./NeighbourLinks.module.css";

type Way = keyof Neighbours;

type NeighbourLinksProps<T extends Submission> = { kind: SubmissionKind<T>; slug: string };

/** The ways to the records before and after one, in the list that its address names. */
export function NeighbourLinks<T extends Submission>({ kind, slug }: NeighbourLinksProps<T>) {
  const { list, queries } = kind;
  const { search } = useLocation();
  const navigate = useNavigate();
  const { filter } = readFilter(useStaffRules(), search);
  const { data, isPending, failureCount } = useQuery(queries.neighbours(slug, filter));
  const pressed = useRef<Way>(undefined);
  const paths = {
    previous: data?.previous && recordPath(list, data.previous, search),
    next: data?.next && recordPath(list, data.next, search),
  };

  /** Goes there in the place of this record, so that Back still leads to the list. */
  function go(path: string | null | undefined) {
    if (path) void navigate(path, { replace: true });
  }

  // Pressed before it is known what is beside the record, a key waits for that; not beyond a call that fails.
  const awaited = isPending && failureCount === 0;
  function press(to: Way) {
    if (awaited) pressed.current = to;
    else go(paths[to]);
  }
  useKeys({ j: () => press("next"), k: () => press("previous") });
  const arrive = useEffectEvent(() => {
    if (pressed.current) go(paths[pressed.current]);
    pressed.current = undefined;
  });
  useEffect(() => {
    if (!awaited) arrive();
  }, [awaited]);

  function way(label: string, icon: string, path: string | null | undefined) {
    const look = { tone: "quiet", size: "s", className: styles.way, "aria-label": label } as const;
    if (!path) {
      return (
        <Button {...look} disabled>
          <Icon svg={icon} />
        </Button>
      );
    }
    function follow(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(path);
    }
    return (
      <ButtonLink {...look} to={path} onClick={follow}>
        <Icon svg={icon} />
      </ButtonLink>
    );
  }

  return (
    <nav className={styles.ways} aria-label="Records beside this one">
      {way("Previous record", up, paths.previous)}
      {way("Next record", down, paths.next)}
    </nav>
  );
}
