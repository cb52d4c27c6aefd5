import { Trans } from '@lingui/react/macro'
import { inlineLinkClass } from '@papadag/ui/text-link'
import { useOpenChat } from '../features/chat/use-chats.ts'
import { FatherSearch } from '../features/users/father-search.tsx'
import { Spotlight } from '../features/users/spotlight.tsx'
import { Suggestions } from '../features/users/suggestions.tsx'

export function Page() {
  const { openChat, isOpening } = useOpenChat()
  return (
    <>
      <h1>
        <Trans>Discover more dads</Trans>
      </h1>
      <p className="mt-0.5 mb-4 text-ink-2">
        <Trans>Around the corner. With children who cannot sit still either.</Trans>{' '}
        <a href="#rules" className={inlineLinkClass}>
          <Trans>House rules</Trans>
        </a>
      </p>
      <Spotlight onContact={openChat} isOpening={isOpening} isWide className="mb-6" />
      <Suggestions>
        <FatherSearch on="discover" />
      </Suggestions>
    </>
  )
}
