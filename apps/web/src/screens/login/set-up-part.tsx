import { ThemeProvider } from '../../theme/theme-provider.tsx';
import { TwoFactorSetUp } from '../security/two-factor-set-up.tsx';

/** The set-up of the second step with all that it is drawn with: only who is made to set it up at sign-in needs it here. */
export const SetUp = (props: { password: string; onDone: () => void }) => (
  <ThemeProvider locale={undefined}>
    <TwoFactorSetUp {...props} />
  </ThemeProvider>
);
