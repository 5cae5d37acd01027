import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import {
  AppBar,
  CheckForApplicationUpdate,
  Layout as Frame,
  Logout,
  TitlePortal,
  useGetIdentity,
  UserMenu,
} from "react-admin";

import { useFollow } from "@/components/links";

import { Navigation } from "./Navigation";
import { Search } from "./Search";

export function Layout({ children }: { children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks of the links in it, which the Enter key makes too
    <div onClick={useFollow()}>
      <Frame appBar={Bar} menu={Navigation} appBarAlwaysOn>
        {children}
        <CheckForApplicationUpdate url="/" />
      </Frame>
    </div>
  );
}

function Bar() {
  return (
    <AppBar userMenu={<Person />} color="default">
      <TitlePortal variant="h6" component="h1" sx={{ "& span": { display: "inline" } }} />
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
          <Typography variant="body2" color="text.secondary">
            {identity?.["role"] as string | undefined}
          </Typography>
        </Box>
      </MenuItem>
      <Divider />
      <Logout />
    </UserMenu>
  );
}
