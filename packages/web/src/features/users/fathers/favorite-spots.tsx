import { Icon } from '@papadag/ui/pictures/icon'

/** A father's favourite places, in his own words. */
export function FavoriteSpots({ spots }: { spots: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {spots.map(spot => (
        <li
          key={spot}
          className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full bg-picked-soft px-4 py-1 font-[650] text-[.9375rem]"
        >
          <Icon name="pin" size={20} />
          <span className="min-w-0 break-words">{spot}</span>
        </li>
      ))}
    </ul>
  )
}
