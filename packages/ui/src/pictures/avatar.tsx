import { useState } from 'react'
import { classNames } from '../class-names.ts'

const pairs = [
  'bg-(--pd-av-1) text-(--pd-av-1-ink)',
  'bg-(--pd-av-2) text-(--pd-av-2-ink)',
  'bg-(--pd-av-3) text-(--pd-av-3-ink)',
  'bg-(--pd-av-4) text-(--pd-av-4-ink)',
  'bg-(--pd-av-5) text-(--pd-av-5-ink)',
  'bg-(--pd-av-6) text-(--pd-av-6-ink)',
]

// Initials take the place of a photo, so they do not grow with the text.
const sizes = {
  28: 'size-7 text-[12px]',
  36: 'size-9 text-[15px]',
  52: 'size-13 text-[20px]',
  76: 'size-19 text-[24px]',
  96: 'size-24 text-[30px]',
}
export type AvatarSize = keyof typeof sizes

type Props = {
  userId: number | string
  name: string
  src?: string | null | undefined
  size?: AvatarSize | undefined
  /** The spoken name; needed only if no name is shown next to the avatar. */
  label?: string | undefined
  className?: string | undefined
}

const pairOf = (userId: number | string) =>
  pairs[[...String(userId)].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % pairs.length]

function initialsOf(name: string, size: AvatarSize) {
  const words = name.trim().split(/\s+/)
  const signs = size < 52 ? [words[0]] : [words[0], words.length > 1 ? words.at(-1) : '']
  return signs
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A father's photo, or his initials on a colour derived from his id. */
export function Avatar({ userId, name, src, size = 36, label, className }: Props) {
  const [broken, setBroken] = useState<string>()
  const photo = src && src !== broken ? src : undefined
  const look = classNames(
    'shrink-0 rounded-kap-avatar',
    sizes[size],
    photo
      ? 'max-w-none bg-picked-soft object-cover'
      : `grid place-items-center overflow-hidden font-[750] font-display leading-none ${pairOf(userId)}`,
    className,
  )
  return photo ? (
    <img
      src={photo}
      alt={label ?? ''}
      // Not sized in percent, since each arriving photo would lay out the list again.
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className={look}
      onError={() => setBroken(photo)}
    />
  ) : (
    <span className={look} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      {initialsOf(name, size)}
    </span>
  )
}
