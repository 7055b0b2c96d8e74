/** Drawn lines of a map, in the theme colour; no file to load. */
export const LoginPicture = () => (
  <svg viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice">
    <g fill="none" stroke="var(--border)" strokeWidth="14" strokeLinecap="round">
      <path d="M-20 180C160 120 240 260 420 210S620 90 660 120" />
      <path d="M-20 520C120 470 220 560 340 500S560 380 660 430" />
      <path d="M140-20C120 160 210 300 180 470S60 700 110 840" />
      <path d="M430-20C470 140 390 260 440 420S560 680 500 840" />
    </g>
    <path
      d="M150 40C130 170 205 300 183 455 170 545 260 540 340 500S430 430 438 415"
      fill="none"
      stroke="var(--brand-solid)"
      strokeWidth="6"
      strokeLinecap="round"
      strokeDasharray="1 14"
    />
    <circle cx="150" cy="40" r="11" fill="var(--surface)" stroke="var(--brand-solid)" strokeWidth="6" />
    <path d="m438 388 19 43-19-10-19 10z" fill="var(--brand-solid)" />
  </svg>
);
