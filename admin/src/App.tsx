import { Admin, CustomRoutes, Resource } from "react-admin";
import { Route } from "react-router";

import { ChangePassword } from "@/auth/ChangePassword";
import { Invitation } from "@/auth/Invitation";
import { SignIn } from "@/auth/SignIn";
import { CreatePage, EditPage } from "@/components/FormPages";
import { ListPage } from "@/components/ListPage";
import { Registry } from "@/components/registry";
import { ShowPage } from "@/components/ShowPage";
import { Dashboard } from "@/dashboard/Dashboard";
import { Layout } from "@/layout/Layout";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { queriesOfConsole } from "@/providers/queries";
import { DEFINITIONS } from "@/resources";
import { darkTheme, lightTheme } from "@/theme/theme";

const queries = queriesOfConsole();
const byName = new Map(DEFINITIONS.map((definition) => [definition.name, definition]));

export function App() {
  return (
    <Registry value={byName}>
      <Admin
        title="Presence Console"
        dataProvider={dataProvider}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        queryClient={queries}
        loginPage={SignIn}
        layout={Layout}
        dashboard={Dashboard}
        theme={lightTheme}
        darkTheme={darkTheme}
        requireAuth
        disableTelemetry
      >
        {DEFINITIONS.map(({ name, label, icon, title, form, listOnly }) => (
          <Resource
            key={name}
            name={name}
            icon={icon}
            options={{ label }}
            recordRepresentation={title}
            list={ListPage}
            {...(listOnly ? {} : { show: ShowPage })}
            {...(form?.create ? { create: CreatePage } : {})}
            {...(form?.edit ? { edit: EditPage } : {})}
          />
        ))}
        <CustomRoutes>
          <Route path="/change-password" element={<ChangePassword />} />
        </CustomRoutes>
        <CustomRoutes noLayout>
          <Route path="/staff-invitation/:token" element={<Invitation />} />
        </CustomRoutes>
      </Admin>
    </Registry>
  );
}
