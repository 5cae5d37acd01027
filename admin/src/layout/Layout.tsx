import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import {
  AppBar,
  CheckForApplicationUpdate,
  Layout as Frame,
  Logout,
  TitlePortal,
  useGetIdentity,
  UserMenu,
  useUserMenu,
} from "react-admin";

import { useFollow } from "@/components/links";
import { waysIn } from "@/providers/session";

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

/** Where staff sign in at a provider, the password is kept there. */
function OwnPassword() {
  const { onClose } = useUserMenu() ?? {};
  const { data } = useQuery({ queryKey: ["ways-in"], queryFn: waysIn, staleTime: Infinity, retry: 1 });
  if (!data?.password) return null;
  return (
    <MenuItem component="a" href="#/change-password" onClick={onClose}>
      <ListItemIcon>
        <KeyRound size={18} />
      </ListItemIcon>
      <ListItemText>Change password</ListItemText>
    </MenuItem>
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
      <OwnPassword />
      <Logout />
    </UserMenu>
  );
}
