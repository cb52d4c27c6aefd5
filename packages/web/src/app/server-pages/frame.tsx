import { Trans, useLingui } from '@lingui/react/macro'
import { languages } from '@papadag/contract/limits'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { textLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { languageNames } from '../../platform/language/locale.ts'

type Props = {
  children: ReactNode
  /** The first lines of the footer. */
  about?: ReactNode
  /** A link next to those to the legal texts. */
  link?: ReactNode
}

/** The page below the header, with its languages and the legal texts. */
export function Frame({ children, about, link }: Props) {
  return (
    <Main>
      {children}
      <footer className="mt-8 grid justify-items-center gap-3 text-center text-sm">
        {about}
        <Languages />
        <p className="flex flex-wrap justify-center gap-x-4">
          {link}
          <a className={textLinkClass} href="/auth#privacy">
            <Trans context="legal text">Privacy</Trans>
          </a>
          <a className={textLinkClass} href="/auth#rules">
            <Trans>House rules</Trans>
          </a>
        </p>
      </footer>
    </Main>
  )
}

export const Main = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto max-w-lg px-4 pt-6 pb-10">{children}</main>
)

/** The same page in the other languages. */
function Languages() {
  const { t, i18n } = useLingui()
  return (
    <nav className="flex flex-wrap justify-center gap-x-4" aria-label={t`Language`}>
      {languages.map(one =>
        one === i18n.locale ? (
          <b key={one} className="inline-flex min-h-11 items-center" lang={one}>
            {languageNames[one]}
          </b>
        ) : (
          <a key={one} className={textLinkClass} lang={one} hrefLang={one} href={`?language=${one}`}>
            {languageNames[one]}
          </a>
        ),
      )}
    </nav>
  )
}

/** For a visitor whose link no longer leads anywhere: why, and where he can go. */
export const EndedLink = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  <EmptyState illustration="notFound" heading="h1" title={<Trans>This link no longer works</Trans>} action={action}>
    {children}
  </EmptyState>
)

/** Leads to the app's own introduction. */
export const ToPapadag = () => (
  <a className={buttonClass()} href="/auth">
    <Trans>Take a look at Papadag</Trans>
  </a>
)

/** Introduces Papadag to a visitor who has never seen it. */
export function AboutPapadag() {
  return (
    <p className="max-w-[46ch] text-ink-2">
      <Trans>On Papadag, dads arrange to play with their kids: at the playground, in the woods or just at home.</Trans>
    </p>
  )
}

type PreviewProps = { title: string; description: string; picture?: string | undefined }

/** The tags for previews in chats, which other apps keep for good. */
export function Preview({ title, description, picture }: PreviewProps) {
  return (
    <>
      <meta property="og:site_name" content="Papadag" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {picture && (
        <>
          <meta property="og:image" content={picture} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
    </>
  )
}

/** Logging in, or registering, and coming back to this path. */
export const pathToAuth = (path: string, isNew: boolean) =>
  `/auth?${isNew ? 'tab=register&' : ''}next=${encodeURIComponent(path)}`
