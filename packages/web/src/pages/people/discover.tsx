import { Trans } from '@lingui/react/macro'
import { featuredUser } from '@papadag/contract/users/users'
import { ScreenHead } from '@papadag/ui/screen-head'
import { inlineLinkClass } from '@papadag/ui/text-link'
import { useOpenChat } from '../../features/chat/use-chats.ts'
import { useLocation } from '../../features/location/locator.ts'
import { FatherFilters, useFatherFilters } from '../../features/users/fathers/father-filters.tsx'
import { FatherSearch } from '../../features/users/fathers/father-search.tsx'
import { Spotlight } from '../../features/users/fathers/spotlight.tsx'
import { Suggestions } from '../../features/users/fathers/suggestions.tsx'
import { useRead } from '../../platform/data/data.ts'

export function Page() {
  const { openChat, isOpening } = useOpenChat()
  const { locateForPlaces } = useLocation()
  const { data, isPending } = useRead(featuredUser, {})
  const filters = useFatherFilters()
  return (
    <>
      <ScreenHead title={<Trans>Discover more dads</Trans>}>
        <Trans>Around the corner. With children who can’t sit still either.</Trans>{' '}
        <a href="#rules" className={inlineLinkClass}>
          <Trans>House rules</Trans>
        </a>
      </ScreenHead>
      <FatherFilters filters={filters} />
      {/* Who is in the spotlight is in no other list, and the length of his text determines where the last begins. */}
      <Suggestions filters={filters} locate={locateForPlaces} isWaiting={isPending} without={data?.id}>
        {suggested => (
          <>
            <Spotlight onContact={openChat} isOpening={isOpening} isWide className="mb-6" />
            <FatherSearch on="discover" filters={filters} shown={data ? [...suggested, data.id] : suggested} />
          </>
        )}
      </Suggestions>
    </>
  )
}
