import { Anchor } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { SignInForm } from "../../components/sign-in-form.tsx";
import { StandalonePage } from "../../components/standalone-page.tsx";

const route = getRouteApi("/sign-in");

/** Whether the installation has no operator yet, as the server said when the page was loaded. */
const isSetUpDue = document.querySelector("meta[name=waybill-set-up]") !== null;

export function SignInPage() {
  const { from } = route.useSearch();
  const navigate = useNavigate();
  const goOn = () => {
    if (from !== undefined) void navigate({ href: from, replace: true });
    else void navigate({ to: "/" });
  };
  return (
    <StandalonePage
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <Anchor renderRoot={(props) => <Link to="/sign-up" {...props} />}>Create an account</Anchor>
          {isSetUpDue && (
            <>
              <br />
              First start? Open the set-up link that Waybill printed.
            </>
          )}
        </>
      }
    >
      <SignInForm onDone={goOn} />
    </StandalonePage>
  );
}
