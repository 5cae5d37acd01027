import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { ChevronRight, Inbox } from "lucide-react";
import { memo, useId, type ComponentType, type MouseEvent } from "react";
import { useLocation, usePermissions, useSidebarState, useStore } from "react-admin";

import type { AnyDefinition } from "@/components/definition";
import { useReadAhead } from "@/components/firstPage";
import { listHref } from "@/components/links";
import { useAttention } from "@/providers/attention";
import { DEFINITIONS, MENU } from "@/resources";

const ICON = 16;
const WIDE = 212;
const NARROW = 52;

/**
 * Resources in the groups people think in; what a role may not list is not there. A group folds; unless somebody chose,
 * the one of the page on screen is open and the others wait.
 */
export function Navigation() {
  const { permissions } = usePermissions<Record<string, string[]>>();
  const [open, setOpen] = useSidebarState();
  const covers = useMediaQuery<Theme>((theme) => theme.breakpoints.down("md"));
  const waiting = useOpenCounts();
  const readAhead = useReadAhead();
  const { pathname } = useLocation();
  const here = pathname.split("/")[1] ?? "";
  const may = (name: string) => permissions?.[name]?.includes("list") ?? false;
  const press = (event: MouseEvent) => {
    const wanted = event.button === 0 ? pressed(event) : undefined;
    if (wanted && wanted.name !== here) readAhead(wanted);
  };
  const groups = MENU.map(({ title, definitions }) => ({
    title,
    shown: definitions.filter(({ name }) => may(name)),
  })).filter(({ shown }) => shown.length > 0);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks of the links in it, which the Enter key makes too
    <nav
      className="menu"
      aria-label="Console"
      data-closed={open ? undefined : true}
      style={{ width: open ? WIDE : NARROW }}
      onPointerDown={press}
      onClick={() => {
        if (covers) setOpen(false);
      }}
    >
      <Entry name="" label="Needs attention" icon={Inbox} current={here === ""} open={open} count={0} />
      <ul>
        {groups.map(({ title, shown }) => (
          <Group key={title} title={title} shown={shown} here={here} open={open} waiting={waiting} />
        ))}
      </ul>
    </nav>
  );
}

type GroupProps = {
  title: string;
  shown: AnyDefinition[];
  here: string;
  /** Whether the menu has room for words. */
  open: boolean;
  waiting: Map<string, number>;
};

/** Resources under one heading. A narrow menu has no heading to press, so it shows them all. */
function Group({ title, shown, here, open, waiting }: GroupProps) {
  const [chosen, choose] = useStore<boolean | null>(`menu.${title}`, null);
  const id = useId();
  const unfolded = !open || (chosen ?? shown.some(({ name }) => name === here));
  const count = shown.reduce((sum, { name }) => sum + (waiting.get(name) ?? 0), 0);
  return (
    <li>
      {open ? (
        <button
          type="button"
          className="menu-title"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={(event) => {
            event.stopPropagation();
            choose(!unfolded);
          }}
        >
          <ChevronRight size={14} aria-hidden />
          <span className="menu-name">{title}</span>
          {unfolded ? null : <Count count={count} />}
        </button>
      ) : null}
      <ul id={id} aria-label={title} hidden={!unfolded}>
        {shown.map(({ name, label, icon }) => (
          <li key={name}>
            <Entry
              name={name}
              label={label}
              icon={icon}
              current={name === here}
              open={open}
              count={waiting.get(name) ?? 0}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** How many rows somebody should look at. */
function Count({ count }: { count: number }) {
  return count > 0 ? (
    <span className="menu-count" title={`${count} ${count === 1 ? "needs" : "need"} attention`}>
      {count}
    </span>
  ) : null;
}

function pressed({ target }: MouseEvent): AnyDefinition | undefined {
  const address = target instanceof Element ? target.closest("a")?.getAttribute("href") : null;
  return DEFINITIONS.find(({ name }) => listHref(name) === address);
}

type EntryProps = {
  name: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  current: boolean;
  open: boolean;
  count: number;
};

const Entry = memo(function Entry({ name, label, icon: Icon, current, open, count }: EntryProps) {
  return (
    <a
      href={listHref(name)}
      className="menu-entry"
      aria-current={current ? "page" : undefined}
      {...(open ? {} : { title: label, "aria-label": label })}
    >
      <Icon size={ICON} />
      {open ? <span className="menu-name">{label}</span> : null}
      {open ? <Count count={count} /> : null}
    </a>
  );
});

/** How many rows of each resource somebody should look at, without what is only worth a note. */
function useOpenCounts(): Map<string, number> {
  const { data } = useAttention();
  const counts = new Map<string, number>();
  for (const { resource, count, severity } of data?.items ?? []) {
    if (severity !== "info") counts.set(resource, (counts.get(resource) ?? 0) + count);
  }
  return counts;
}
