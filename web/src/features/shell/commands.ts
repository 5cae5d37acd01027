import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  BookOpen,
  Bot,
  ChartLine,
  CircleHelp,
  FileText,
  FlaskConical,
  Keyboard,
  LayoutDashboard,
  ListChecks,
  LogOut,
  MessageCircleQuestion,
  Microscope,
  Monitor,
  Moon,
  Play,
  Plus,
  ScanSearch,
  Settings,
  Store,
  Sun,
  TrendingUp,
  type LucideIcon,
} from "lucide-react";

import { brandsQuery } from "@/api/brands";
import { addressOfView, VIEW_SCREENS, viewsQuery } from "@/api/views";
import { useAuth } from "@/lib/auth";
import { useCurrentBrandId, useSwitchBrand } from "@/lib/current-brand";
import { palette as words } from "@/lib/messages/palette";
import { shell } from "@/lib/messages/shell";
import { titles } from "@/lib/messages/titles";
import { useNavigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { isOpen, settingsSections } from "@/lib/settings-sections";
import { setTheme, type Theme } from "@/lib/theme";
import { useMembership, useReadsResults } from "@/lib/use-membership";

export type CommandEntry = {
  id: string;
  label: string;
  keywords?: string[];
  icon: LucideIcon;
  aside?: string;
  run: () => void;
};
type CommandGroup = { title: string; entries: CommandEntry[] };

const places: { path: string; label: string; icon: LucideIcon }[] = [
  { path: paths.dashboard, label: titles.dashboard, icon: LayoutDashboard },
  { path: paths.recommendations, label: titles.recommendations, icon: ListChecks },
  { path: paths.questions, label: titles.questions, icon: MessageCircleQuestion },
  { path: paths.experiments, label: titles.experiments, icon: FlaskConical },
  { path: paths.analytics, label: titles.analytics, icon: ChartLine },
  { path: paths.traffic, label: titles.traffic, icon: Bot },
  { path: paths.gaps, label: titles.gaps, icon: ScanSearch },
  { path: paths.contentGaps, label: titles.contentGaps, icon: ScanSearch },
  { path: paths.technicalGaps, label: titles.technicalGaps, icon: ScanSearch },
  { path: paths.trends, label: titles.trends, icon: TrendingUp },
  { path: paths.materials, label: titles.materials, icon: FileText },
  { path: paths.brands, label: titles.brands, icon: Store },
  { path: paths.settings, label: titles.settings, icon: Settings },
  { path: paths.users, label: `${titles.settings}: ${titles.settingsUsers}`, icon: Settings },
  { path: paths.subscription, label: `${titles.settings}: ${titles.settingsSubscription}`, icon: Settings },
  { path: paths.pricing, label: titles.pricing, icon: BookOpen },
  { path: paths.method, label: titles.method, icon: Microscope },
];
/** Open to a member who only pays; every other section shows results. */
const OF_NO_RESULTS = [paths.settings, paths.pricing, paths.method];
const themeIcons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

export type Doing = { onSupport: () => void; onHelp: () => void; onLogout: () => void };

/** What the palette offers without asking the server for more than the brands. */
export function useCommands({ onSupport, onHelp, onLogout }: Doing): CommandGroup[] {
  const go = useGo();
  const { businessInfo } = useAuth();
  const current = useCurrentBrandId();
  const switchBrand = useSwitchBrand();
  const reads = useReadsResults();
  const me = useMembership();
  const parts = settingsSections.filter((section) => section.path !== paths.settings && isOpen(section, me));
  const brands = useQuery({ ...brandsQuery, enabled: Boolean(reads && businessInfo?.wizardCompleted) });
  const views = useQuery({ ...viewsQuery(current ?? ""), enabled: Boolean(current && businessInfo?.wizardCompleted) });
  const open = reads ? places : places.filter(({ path }) => OF_NO_RESULTS.some((start) => path.startsWith(start)));
  const ofResults: CommandEntry[] = [
    {
      id: "act:analyze",
      label: words.analyze,
      keywords: ["analyze", "run", "start"],
      icon: Play,
      run: () => go(`${paths.dashboard}?run=1`),
    },
    {
      id: "act:report",
      label: words.report,
      keywords: ["pdf", "docx", "csv", "export"],
      icon: FileText,
      run: () => go(`${paths.dashboard}?report=1`),
    },
    { id: "act:brand", label: words.addBrand, icon: Plus, run: () => go(paths.addBrand) },
  ];
  const actions: CommandEntry[] = [
    ...(reads ? ofResults : []),
    { id: "act:help", label: words.help, icon: Keyboard, run: onHelp },
    { id: "act:support", label: shell.support, icon: CircleHelp, run: onSupport },
    { id: "act:logout", label: shell.logout, icon: LogOut, run: onLogout },
  ];
  return [
    {
      title: words.groups.go,
      entries: [
        ...open,
        ...parts.map(({ path, label }) => ({ path, label: `${titles.settings}: ${label}`, icon: Settings })),
      ].map(({ path, label, icon }) => ({ id: `go:${path}`, label, icon, run: () => go(path) })),
    },
    {
      title: words.groups.views,
      entries: (views.data?.data ?? []).map((view) => ({
        id: `view:${view.id}`,
        label: view.name,
        keywords: words.viewKeywords.split(" "),
        icon: Bookmark,
        aside: VIEW_SCREENS[view.screen].title,
        run: () => go(addressOfView(view, current)),
      })),
    },
    {
      title: words.groups.brands,
      entries: (brands.data?.data ?? []).map((brand) => ({
        id: `brand:${brand.id}`,
        label: brand.name,
        keywords: words.brandKeywords.split(" "),
        icon: Store,
        aside: brand.id === current ? words.current : brand.overall === null ? "" : String(Math.round(brand.overall)),
        run: () => switchBrand(brand.id),
      })),
    },
    { title: words.groups.actions, entries: actions },
    {
      title: words.groups.theme,
      entries: (Object.keys(themeIcons) as Theme[]).map((theme) => ({
        id: `theme:${theme}`,
        label: words.theme(shell.themes[theme]),
        icon: themeIcons[theme],
        run: () => setTheme(theme),
      })),
    },
  ];
}

function useGo(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => void navigate(path);
}
