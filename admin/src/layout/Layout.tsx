import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { AppBar, CheckForApplicationUpdate, Layout as Frame, Logout, Menu, TitlePortal, useGetIdentity, usePermissions, UserMenu, useSidebarState } from "react-admin";

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
  const may = (name: string) => permissions?.[name]?.includes("list") ?? false;
  return (
    <Menu>
      <Menu.DashboardItem primaryText="Needs attention" />
      {MENU.map(({ title, resources }) => ({ title, names: resources.filter(may) }))
        .filter(({ names }) => names.length > 0)
        .map(({ title, names }) => (
          <Box component="li" role="none" key={title} sx={{ listStyle: "none" }}>
            {open ? <ListSubheader component="div" aria-hidden disableSticky sx={{ lineHeight: "30px", bgcolor: "transparent" }}>{title}</ListSubheader> : <Divider aria-hidden sx={{ my: 0.5 }} />}
            <Box component="ul" role="group" aria-label={title} sx={{ m: 0, p: 0 }}>
              {names.map((name) => <Menu.ResourceItem key={name} name={name} />)}
            </Box>
          </Box>
        ))}
    </Menu>
  );
}
