import { Avatar } from './avatar.tsx'

type Person = { id: number | string; name: string; src?: string | null | undefined }
type Props = {
  people: readonly Person[]
  /** Everyone's names, read aloud in place of the faces. */
  label?: string
  small?: boolean
}

const shown = 2
const ring = '[box-shadow:0_0_0_2.5px_var(--pd-surface)] not-first:-ml-2'

/** The first two faces, then the number of others. */
export function AvatarStack({ people, label, small = false }: Props) {
  return (
    <span className="flex items-center" {...(label && { role: 'img', 'aria-label': label })}>
      {people.slice(0, shown).map(({ id, name, src }) => (
        <Avatar key={id} userId={id} name={name} src={src} size={small ? 28 : 36} className={ring} />
      ))}
      {people.length > shown && (
        <span
          className={`grid ${small ? 'size-7' : 'size-9'} shrink-0 place-items-center rounded-kap-avatar bg-sunken font-[750] font-display text-[.8125rem] tabular-nums ${ring}`}
        >
          +{people.length - shown}
        </span>
      )}
    </span>
  )
}
