import { Trans } from '@lingui/react/macro'
import { textLinkClass } from '@papadag/ui/text-link'
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
        <a href="#rules" className={textLinkClass}>
          <Trans>House rules</Trans>
        </a>
      </p>
      <Spotlight onContact={openChat} isOpening={isOpening} className="mb-6 md:max-w-115" />
      <Suggestions>
        <FatherSearch on="discover" />
      </Suggestions>
    </>
  )
}
