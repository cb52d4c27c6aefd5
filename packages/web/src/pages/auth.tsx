import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Illustration } from '@papadag/ui/pictures/illustration'
import { LogoLockup } from '@papadag/ui/pictures/logo'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { LoginForm } from '../features/auth/login-form.tsx'
import { Marketing, Reasons } from '../features/auth/marketing.tsx'
import { offersPasskeys } from '../features/auth/passkeys/offered.ts'
import { emptyRegistration } from '../features/auth/registering.ts'
import { LanguageMenu } from '../features/language/language-menu.tsx'
import { errandIn, errands, hasMail, withoutMail } from '../features/recovery/mail-link.ts'
import { focusHeading, navigate, useSearch } from '../platform/navigation/navigation.tsx'
import { nextPath } from '../platform/navigation/routes.ts'
import { askForConsent } from '../platform/session/consent.ts'
import { isInvitation, keepInvitation } from '../platform/session/kept-invitation.ts'
import { useRemember } from '../platform/session/remember-device.tsx'
import { howSessionEnded } from '../platform/session/session.ts'

// Most visitors of this page have an account.
const RegisterForm = lazy(async () => ({ default: (await import('../features/auth/register-form.tsx')).RegisterForm }))

const PasskeyLogin = lazy(async () => ({
  default: (await import('../features/auth/passkeys/passkey-login.tsx')).PasskeyLogin,
}))
const Recovery = lazy(async () => ({ default: (await import('../features/recovery/recovery.tsx')).Recovery }))
const PasswordAdvice = lazy(async () => ({
  default: (await import('../features/auth/password-advice.tsx')).PasswordAdvice,
}))

type Tab = 'login' | 'register'
type Form = Tab | 'forgot' | 'ask' | 'enter' | 'paper' | 'handover'

/** Login and registration; the guard then leads to where the visitor wanted to go. */
export function Page() {
  const { t } = useLingui()
  const search = useSearch()
  const errand = useErrand(search)
  const isInvited = useInvitation(search)
  const tab: Tab = new URLSearchParams(search).get('tab') === 'register' ? 'register' : 'login'
  // Input is kept when switching tabs.
  const login = useKept({ username: '', password: '' })
  const registration = useKept(emptyRegistration)

  function show(next: Form) {
    const query = new URLSearchParams(search)
    for (const name of ['tab', ...errands]) query.delete(name)
    if (next === 'register') query.set('tab', next)
    else if (next !== 'login') query.set(next, '')
    navigate(`/auth${query.size > 0 ? `?${query}` : ''}`, { replace: true })
  }

  /** Used by the link below a form, which disappears: the focus moves to the top of the other form. */
  function lead(next: Form) {
    flushSync(() => show(next))
    scrollTo(0, 0)
    focusHeading()
  }

  return (
    <AuthFrame tab={tab} menu={<LanguageMenu />}>
      {errand ? (
        <Suspense fallback={<FormSkeleton label={t`Loading...`} />}>
          <Recovery
            errand={errand}
            advice={password => (
              <Suspense>
                <PasswordAdvice password={password} />
              </Suspense>
            )}
            name={login.typed.username}
            onLead={lead}
          />
        </Suspense>
      ) : (
        <Entry tab={tab} isInvited={isInvited} login={login} registration={registration} onShow={show} onLead={lead} />
      )}
      <p className="mt-2 flex flex-wrap justify-center gap-x-4 text-sm">
        {!errand && (
          // The server renders this page, which contains none of the app's code.
          <a href="/kijk" className={textLinkClass}>
            <Trans>Have a look around first</Trans>
          </a>
        )}
        <button type="button" className={`${textLinkClass} min-w-11`} onClick={askForConsent}>
          <Trans>Privacy settings</Trans>
        </button>
      </p>
    </AuthFrame>
  )
}

/** The page around its form. */
function AuthFrame({ tab, menu, children }: { tab: Tab; menu?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-bg md:grid md:grid-cols-[minmax(440px,1fr)_1.1fr]">
      {/* The same top for every form, so that nothing moves when another takes its place. */}
      <section className="grid grid-cols-1 content-start md:justify-items-center md:px-6 md:pt-[max(2rem,50dvh-23rem)] md:pb-8">
        <PhonePicture tab={tab} />
        <div className="relative -mt-7 w-full rounded-[10px_32px_0_0] bg-bg px-4 pt-4.5 pb-8 md:mt-0 md:max-w-115 md:p-0">
          <div className="mb-3.5 flex min-h-11 items-center justify-between">
            <LogoLockup />
            {menu}
          </div>
          {children}
        </div>
      </section>
      <Marketing />
    </div>
  )
}

/** The login before its code has loaded, without fields: what is typed into a drawing would be lost. */
export function LoginDrawing() {
  const { t } = useLingui()
  return (
    <AuthFrame tab="login">
      <Welcome tab="login" />
      <FormSkeleton label={t`Loading...`} className="min-h-96" />
    </AuthFrame>
  )
}

function PhonePicture({ tab }: { tab: Tab }) {
  return (
    <div
      aria-hidden
      className={`relative overflow-hidden transition-[height] duration-(--pd-dur-3) md:hidden ${
        tab === 'login'
          ? 'h-[min(218px,26svh)] bg-[#ffc62e] min-[480px]:h-[min(56vw,36svh)]'
          : 'h-[min(160px,19svh)] bg-[#a9d8ec] min-[480px]:h-[min(42vw,30svh)]'
      }`}
    >
      <Illustration
        lazy
        name={tab === 'login' ? 'canal' : 'authPhone'}
        className={`absolute left-0 h-auto w-full ${tab === 'login' ? 'bottom-0' : '-bottom-3'}`}
      />
    </div>
  )
}

type EntryProps = {
  tab: Tab
  isInvited: boolean
  login: Omit<ComponentProps<typeof LoginForm>, 'remember' | 'forgot'>
  registration: ComponentProps<typeof RegisterForm>
  onShow: (tab: Tab) => void
  onLead: (form: Form) => void
}

/** Login and registration, each leading to the other, and what the product is for those who don’t know it. */
function Entry({ tab, isInvited, login, registration, onShow, onLead }: EntryProps) {
  const { t } = useLingui()
  const remember = useRemember()
  return (
    <>
      <Welcome tab={tab} isInvited={isInvited} ended={howSessionEnded()} />
      <Tabs
        value={tab}
        onChange={onShow}
        label={t`Log in or register`}
        tabs={[
          { value: 'login', label: t`Log in` },
          { value: 'register', label: t`Register` },
        ]}
        listClassName="mb-4.5"
      >
        <TabPanel value="login">
          <LoginForm
            {...login}
            remember={remember}
            forgot={
              hasMail() && (
                <Lead to="forgot" onLead={onLead}>
                  <Trans>Forgot your password?</Trans>
                </Lead>
              )
            }
          />
          <div className="mt-3 grid gap-2">
            {offersPasskeys() && (
              <Suspense fallback={<div className="min-h-11" />}>
                <PasskeyLogin hasMail={hasMail()} remember={remember[0]} />
              </Suspense>
            )}
            {hasMail() && (
              <Button size={44} icon="mail" onClick={() => onLead('ask')}>
                <Trans>Send me a code</Trans>
              </Button>
            )}
          </div>
          <p className="mt-2 flex flex-wrap justify-center gap-x-4 text-sm">
            <Lead to="handover" onLead={onLead}>
              <Trans>With another device</Trans>
            </Lead>
            <Lead to="paper" onLead={onLead}>
              <Trans>With a recovery code</Trans>
            </Lead>
          </p>
          <OtherForm question={<Trans>No account yet?</Trans>} onGo={() => onLead('register')}>
            <Trans>Register here</Trans>
          </OtherForm>
        </TabPanel>
        <TabPanel value="register">
          <Suspense fallback={<FormSkeleton label={t`Loading...`} className="min-h-dvh" />}>
            <RegisterForm {...registration} />
          </Suspense>
          <OtherForm question={<Trans>Already a member?</Trans>} onGo={() => onLead('login')}>
            <Trans>Log in here</Trans>
          </OtherForm>
        </TabPanel>
      </Tabs>
      {/* Explains the product to first-time visitors on a phone. */}
      <Reasons className="mt-7 md:hidden" />
    </>
  )
}

function Lead({ to, onLead, children }: { to: Form; onLead: (form: Form) => void; children: ReactNode }) {
  return (
    <button type="button" className={textLinkClass} onClick={() => onLead(to)}>
      {children}
    </button>
  )
}

function Welcome({ tab, isInvited, ended }: { tab: Tab; isInvited?: boolean; ended?: string | undefined }) {
  return (
    <>
      {/* Whoever is led here hears why with the heading, which gets the focus. */}
      <h1 aria-describedby="why">{tab === 'login' ? <Trans>Good to see you</Trans> : <Trans>Join the club</Trans>}</h1>
      <p id="why" className="mt-1 mb-4 text-ink-2">
        {isInvited ? (
          <Trans>After that, you go on with your invitation.</Trans>
        ) : tab === 'login' && ended ? (
          ended === 'expired' ? (
            <Trans>You were logged out. Log in and carry on.</Trans>
          ) : (
            <Trans>You were logged out in another tab.</Trans>
          )
        ) : tab === 'login' ? (
          <Trans>Log in and see who is playing outside today.</Trans>
        ) : (
          <Trans>You don’t have to be good at football.</Trans>
        )}
      </p>
    </>
  )
}

/** Leads from one form to the other. */
function OtherForm({ question, onGo, children }: { question: ReactNode; onGo: () => void; children: ReactNode }) {
  return (
    <p className="text-center text-sm">
      {question}{' '}
      <button type="button" className={`${textLinkClass} min-w-11`} onClick={onGo}>
        {children}
      </button>
    </p>
  )
}

/** At least as high as the screen, so that content below never moves visibly. */
function FormSkeleton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <SkeletonGroup label={label} className={`grid content-start gap-3.5 ${className}`}>
      <Skeleton className="h-18 rounded-m" />
      <Skeleton className="h-13 rounded-m" />
      <Skeleton className="h-13 rounded-m" />
    </SkeletonGroup>
  )
}

/** Whether he was invited to something; the invitation is kept, but a mailed link takes precedence. */
function useInvitation(search: string) {
  const next = nextPath(search)
  const isInvited = isInvitation(next)
  useEffect(() => {
    if (isInvited) keepInvitation(next)
  }, [isInvited, next])
  return isInvited
}

/**
 * The errand in the address. A token is removed from it immediately, since it would stay in the history and on the
 * screen.
 */
function useErrand(search: string) {
  const [first] = useState(() => errandIn(search))
  const now = errandIn(search)
  const token = now?.token
  const kind = now?.kind
  useEffect(() => {
    if (!token || !kind) return
    const query = new URLSearchParams(search)
    query.set(kind, '')
    navigate(`/auth?${query}`, { replace: true })
  }, [search, kind, token])
  if (!now || !(hasMail() || withoutMail.includes(now.kind))) return undefined
  return now.kind === first?.kind ? first : now
}

/** Values that outlive a tab of this page without rendering it. */
function useKept<T extends object>(first: T): { typed: T; onType: (value: T) => void } {
  const [kept] = useState(() => ({ value: first }))
  const onType = useCallback(
    (value: T) => {
      kept.value = value
    },
    [kept],
  )
  return { typed: kept.value, onType }
}
