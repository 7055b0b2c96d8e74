import { useBranding } from '../session/branding.ts';
import type { Appearance } from '../theme/palettes.ts';

/** A logo by its address; the product's own, in the theme colour, where there is none. */
export const LogoPicture = ({ url }: { url: string }) =>
  url === '' ? (
    <svg viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--brand-solid)" />
      <path d="M6 22 16 7l10 15-10-5z" fill="var(--brand-on)" />
    </svg>
  ) : (
    <img src={url} alt="" />
  );

export const Logo = ({ appearance }: { appearance: Appearance }) => {
  const { logoLight, logoDark } = useBranding();
  return <LogoPicture url={appearance === 'dark' ? logoDark : logoLight} />;
};
