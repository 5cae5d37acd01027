import {
  Bot,
  ChartLine,
  CircleHelp,
  FileText,
  LayoutDashboard,
  LogOut,
  Microscope,
  ScanSearch,
  Settings,
  Store,
  TrendingUp,
  type LucideIcon,
} from "lucide-react";
import { useLocation } from "react-router";

import { useFeatureAccess } from "@/api/access";
import { Badge } from "@/components/ui/badge";
import { useAuth } from "@/lib/auth";
import { cn } from "@/lib/cn";
import { shell } from "@/lib/messages/shell";
import { titles } from "@/lib/messages/titles";
import { Link, NavLink } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useReadsResults } from "@/lib/use-membership";
import { useUnpaidPlan } from "@/lib/use-unpaid-plan";

import { BrandSwitcher } from "./brand-switcher";

type Entry = {
  to: string;
  label: string;
  icon: LucideIcon;
  exact?: boolean;
  /** Stands for the addresses below its own that have no entry. */
  covers?: boolean;
  children?: { to: string; label: string }[];
};

const entries: Entry[] = [
  {
    to: paths.dashboard,
    label: titles.dashboard,
    icon: LayoutDashboard,
    exact: true,
    children: [
      { to: paths.recommendations, label: titles.recommendations },
      { to: paths.questions, label: titles.questions },
      { to: paths.experiments, label: titles.experiments },
    ],
  },
  { to: paths.analytics, label: titles.analytics, icon: ChartLine },
  { to: paths.traffic, label: titles.traffic, icon: Bot },
  {
    to: paths.gaps,
    label: titles.gaps,
    icon: ScanSearch,
    exact: true,
    children: [
      { to: paths.contentGaps, label: titles.contentGaps },
      { to: paths.technicalGaps, label: titles.technicalGaps },
    ],
  },
  { to: paths.trends, label: titles.trends, icon: TrendingUp },
  { to: paths.materials, label: titles.materials, icon: FileText },
  { to: paths.brands, label: titles.brands, icon: Store },
];

const settingsEntry: Entry = {
  to: paths.settings,
  label: titles.settings,
  icon: Settings,
  exact: true,
  covers: true,
  children: [
    { to: paths.settings, label: titles.settingsGeneral },
    { to: paths.users, label: titles.settingsUsers },
    { to: paths.subscription, label: titles.settingsSubscription },
  ],
};

type SideMenuProps = { onNavigate: () => void; onSupport: () => void; onLogout: () => void; loggingOut: boolean };

/** A member who only pays is offered the settings alone: every other section would refuse them. */
export function SideMenu({ onNavigate, onSupport, onLogout, loggingOut }: SideMenuProps) {
  const shown = useReadsResults() ? entries : [];
  return (
    <div className="flex h-full flex-col">
      <div className="p-3 pr-12 lg:pr-3">
        <BrandSwitcher onNavigate={onNavigate} />
      </div>
      <nav aria-label={shell.menu} className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 pt-1">
        <ul className="flex flex-col gap-0.5">
          {shown.map((entry) => (
            <MenuEntry key={entry.to} entry={entry} onNavigate={onNavigate} />
          ))}
          <MenuEntry entry={settingsEntry} onNavigate={onNavigate} />
        </ul>
      </nav>
      <div className="flex flex-col gap-0.5 border-t border-line p-3">
        <nav aria-label={titles.method}>
          <Link to={paths.method} className={rowClass} onClick={onNavigate}>
            <Microscope aria-hidden size={20} />
            {titles.method}
          </Link>
        </nav>
        <button type="button" className={rowClass} onClick={onSupport}>
          <CircleHelp aria-hidden size={20} />
          {shell.support}
        </button>
        <button type="button" className={rowClass} onClick={onLogout} disabled={loggingOut}>
          <LogOut aria-hidden size={20} />
          {loggingOut ? shell.loggingOut : shell.logout}
        </button>
      </div>
    </div>
  );
}

const rowShape = "flex min-h-10 w-full items-center gap-3 rounded-button px-3 text-base font-medium transition-colors";
const rowRest = "text-ink-2 hover:bg-hover hover:text-ink disabled:text-ink-3";
const rowClass = cn(rowShape, rowRest);

function MenuEntry({ entry, onNavigate }: { entry: Entry; onNavigate: () => void }) {
  const Icon = entry.icon;
  const { pathname } = useLocation();
  const covered =
    entry.covers && pathname.startsWith(`${entry.to}/`) && !entry.children?.some(({ to }) => to === pathname);
  return (
    <li>
      <NavLink
        to={entry.to}
        end={entry.exact ?? false}
        onClick={onNavigate}
        className={({ isActive }) => cn(rowShape, isActive || covered ? "bg-accent-surface text-accent-text" : rowRest)}
      >
        <Icon aria-hidden size={20} />
        <span className="flex-1">{entry.label}</span>
        {entry.to === paths.analytics ? <UpgradeBadge /> : null}
      </NavLink>
      {entry.children ? (
        <ul className="mb-1 ml-[22px] mt-0.5 flex flex-col gap-0.5 border-l border-line pl-3">
          {entry.children.map((child) => (
            <li key={child.to}>
              <NavLink
                to={child.to}
                end
                onClick={onNavigate}
                className={({ isActive }) =>
                  cn(
                    "flex min-h-8 items-center rounded-button px-3 text-sm transition-colors hover:bg-hover",
                    isActive ? "font-medium text-accent-text" : "text-ink-2 hover:text-ink",
                  )
                }
              >
                {child.label}
              </NavLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Shown only where the plan is known not to open the whole screen. */
function UpgradeBadge() {
  const { businessInfo, user, isLoading } = useAuth();
  const plan = businessInfo?.plan ?? user?.plan ?? null;
  const full = useFeatureAccess("analytics.full", plan !== null);
  const unpaid = useUnpaidPlan();
  const locked = plan ? full === false : Boolean(user) && !isLoading;
  return locked && !unpaid ? <Badge tone="accent">{shell.upgradeBadge}</Badge> : null;
}
