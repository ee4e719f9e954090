import { Anchor } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Door } from "../components/door.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";
import { lastEnvironment } from "../environment.ts";

const route = getRouteApi("/sign-in");

/** Whether nobody runs the installation yet, as the page was told when it was loaded. */
const isSetUpDue = document.querySelector("meta[name=waybill-set-up]") !== null;

export function SignInPage() {
  const { from } = route.useSearch();
  const navigate = useNavigate();
  const goOn = () => {
    if (from !== undefined) void navigate({ href: from, replace: true });
    else void navigate({ to: "/$environment", params: { environment: lastEnvironment() } });
  };
  return (
    <Door
      title="Sign in"
      lead="To your shipments, keys and webhooks."
      footer={
        <>
          New here?{" "}
          <Anchor renderRoot={(props) => <Link to="/sign-up" {...props} />}>Create an account</Anchor>
          {isSetUpDue && (
            <>
              <br />
              Your own installation? Open the set-up link that Waybill printed when it started.
            </>
          )}
        </>
      }
    >
      <SignInForm onDone={goOn} />
    </Door>
  );
}
