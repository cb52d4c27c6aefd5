import { classNames } from './class-names.ts'

type Props = { className?: string; label?: string }

/** Big p and little p, father and child. */
export function LogoMark({ className, label }: Props) {
  return (
    <svg
      viewBox="0 0 96 96"
      className={classNames('block', className)}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <rect width="96" height="96" rx="26" fill="#FFC62E" />
      <path d="M13 20a7 7 0 0 1 7-7h21a26 26 0 0 1 0 52h-14v14a7 7 0 0 1-14 0z" fill="#0F3D35" />
      <circle cx="41" cy="39" r="16.5" fill="#FFD9B8" />
      <path
        d="M24.6 40.5q4.5 4 8.4 2q8 -3.5 16 0q3.9 2 8.4 -2a16.5 16.5 0 0 1-32.8 0z"
        fill="#6B3A1E"
        stroke="#6B3A1E"
        strokeWidth=".7"
      />
      <g fill="#12332E">
        <circle cx="35.5" cy="36.5" r="2.5" />
        <circle cx="46.5" cy="36.5" r="2.5" />
      </g>
      <path d="M37.5 47.5q3.5 3 7 0" stroke="#FFF3DC" strokeWidth="2.4" fill="none" strokeLinecap="round" />
      <path
        d="M50 53a5 5 0 0 1 5-5h11a17 17 0 0 1 0 34h-6.5v4.5a4.75 4.75 0 0 1-9.5 0z"
        fill="#E8502F"
        stroke="#FFC62E"
        strokeWidth="4.5"
        paintOrder="stroke"
      />
      <circle cx="66" cy="65" r="10.5" fill="#FFF3DC" />
      <g fill="#12332E">
        <circle cx="62.3" cy="64" r="1.9" />
        <circle cx="69.7" cy="64" r="1.9" />
      </g>
      <path d="M62.8 68.6q3.2 2.8 6.4 0" stroke="#12332E" strokeWidth="1.9" fill="none" strokeLinecap="round" />
    </svg>
  )
}

// Each letter is the same ring with its own stem.
const letters = [
  { x: 0, stem: 'M10.5 40V99' },
  { x: 75, stem: 'M69.5 10.5V69.5' },
  { x: 160, stem: 'M10.5 40V99' },
  { x: 235, stem: 'M69.5 10.5V69.5' },
  { x: 320, stem: 'M69.5 -22V69.5' },
  { x: 395, stem: 'M69.5 10.5V69.5' },
  { x: 470, stem: 'M69.5 10.5V74a29.5 29.5 0 0 1-54 16' },
]

/** The seven letters, in the colour of the text around them. */
export function LogoWordmark({ className, label }: Props) {
  return (
    <svg
      viewBox="0 -33 551 148"
      className={classNames('block', className)}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <g fill="none" stroke="currentColor" strokeWidth="19" strokeLinecap="round">
        {letters.map(({ x, stem }) => (
          <g key={x} transform={`translate(${x})`}>
            <circle cx="40" cy="40" r="29.5" />
            <path d={stem} />
          </g>
        ))}
      </g>
    </svg>
  )
}

/** Mark and letters side by side as the header shows them; below 360 px and on a tablet the mark alone. */
export function LogoLockup({ className }: { className?: string }) {
  return (
    <span className={classNames('flex items-center gap-[9px] text-ink', className)}>
      <LogoMark className="size-[38px] md:size-11" />
      <LogoWordmark className="h-[25px] md:h-7 max-[359px]:hidden md:max-[1079px]:hidden" />
    </span>
  )
}
