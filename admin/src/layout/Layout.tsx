import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { AppBar, CheckForApplicationUpdate, Layout as Frame, Logout, Menu, TitlePortal, useGetIdentity, usePermissions, UserMenu, useSidebarState } from "react-admin";

import { useAttention } from "@/providers/attention";
import { MENU } from "@/resources";

import { Search } from "./Search";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <Frame appBar={Bar} menu={Navigation} appBarAlwaysOn>
      {children}
      <CheckForApplicationUpdate />
    </Frame>
  );
}

function Bar() {
  return (
    <AppBar userMenu={<Person />} color="default">
      <TitlePortal variant="h6" component="h1" />
      <Search />
    </AppBar>
  );
}

function Person() {
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={identity?.fullName ?? "Account"}>
      <MenuItem disabled sx={{ opacity: "1 !important" }}>
        <Box>
          <Typography variant="body2">{identity?.["email"] as string | undefined}</Typography>
          <Typography variant="body2" color="text.secondary">{identity?.["role"] as string | undefined}</Typography>
        </Box>
      </MenuItem>
      <Divider />
      <Logout />
    </UserMenu>
  );
}

/** Resources in the groups people think in; what a role may not list is not there. */
function Navigation() {
  const { permissions } = usePermissions<Record<string, string[]>>();
  const [open] = useSidebarState();
  const waiting = useWaiting();
  const may = (name: string) => permissions?.[name]?.includes("list") ?? false;
  return (
    <Menu>
      <Menu.DashboardItem primaryText="Needs attention" leftIcon={<Inbox size={ICON} />} />
      {MENU.map(({ title, definitions }) => ({ title, shown: definitions.filter(({ name }) => may(name)) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ title, shown }) => (
          <Box component="li" role="none" key={title} sx={{ listStyle: "none" }}>
            {open ? <ListSubheader component="div" aria-hidden disableSticky sx={{ lineHeight: "26px", mt: 0.75, fontSize: 12, bgcolor: "transparent" }}>{title}</ListSubheader> : <Divider aria-hidden sx={{ my: 0.5 }} />}
            <Box component="ul" role="group" aria-label={title} sx={{ m: 0, p: 0 }}>
              {shown.map(({ name, label, icon: Icon }) => (
                <Menu.Item key={name} to={`/${name}`} primaryText={<Entry label={label} count={open ? waiting.get(name) : undefined} />} leftIcon={<Icon size={ICON} />} />
              ))}
            </Box>
          </Box>
        ))}
    </Menu>
  );
}

const ICON = 16;

function Entry({ label, count }: { label: string; count: number | undefined }) {
  return (
    <Box component="span" sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
      {label}
      {count ? <Box component="span" title={`${count} need attention`} sx={{ px: 0.75, borderRadius: 1, bgcolor: "action.hover", color: "text.secondary", fontSize: 11, fontWeight: 600, lineHeight: "20px" }}>{count}</Box> : null}
    </Box>
  );
}

/** How many rows of each resource somebody should look at, without what is only worth a note. */
function useWaiting(): Map<string, number> {
  const { data } = useAttention();
  const counts = new Map<string, number>();
  for (const { resource, count, severity } of data?.items ?? []) {
    if (severity !== "info") counts.set(resource, (counts.get(resource) ?? 0) + count);
  }
  return counts;
}
