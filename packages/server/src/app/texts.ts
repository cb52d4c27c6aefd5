import type { IssueCode, ProblemCode } from '@papadag/contract/problems'
import { texts as passkeys } from '../features/auth/passkeys/texts.ts'
import { texts as auth } from '../features/auth/texts.ts'
import { texts as calendars } from '../features/calendars/texts.ts'
import { texts as chat } from '../features/chat/texts.ts'
import { texts as circles } from '../features/circles/texts.ts'
import { texts as devices } from '../features/devices/texts.ts'
import { texts as exports } from '../features/export/texts.ts'
import { texts as invites } from '../features/invites/texts.ts'
import { texts as moderation } from '../features/moderation/texts.ts'
import { texts as notifications } from '../features/notifications/texts.ts'
import { texts as parentLinks } from '../features/parent-links/texts.ts'
import { texts as pictures } from '../features/pictures/texts.ts'
import { texts as places } from '../features/places/texts.ts'
import { texts as series } from '../features/playdates/series/texts.ts'
import { texts as playdates } from '../features/playdates/texts.ts'
import { texts as proposals } from '../features/polls/proposals/texts.ts'
import { texts as polls } from '../features/polls/texts.ts'
import { texts as push } from '../features/push/texts.ts'
import { texts as recovery } from '../features/recovery/texts.ts'
import { texts as today } from '../features/today/texts.ts'
import { texts as uploads } from '../features/uploads/texts.ts'
import { texts as users } from '../features/users/texts.ts'
import { texts as weather } from '../features/weather/texts.ts'
import { platformTexts } from '../platform/platform-texts.ts'
import type { Sentence } from '../platform/texts.ts'

/** Every sentence of the server; a code without all five languages does not compile. */
export const texts: Readonly<Record<ProblemCode | IssueCode, Sentence>> = {
  ...platformTexts,
  ...auth,
  ...calendars,
  ...chat,
  ...circles,
  ...devices,
  ...exports,
  ...invites,
  ...moderation,
  ...notifications,
  ...parentLinks,
  ...passkeys,
  ...pictures,
  ...places,
  ...playdates,
  ...polls,
  ...proposals,
  ...push,
  ...today,
  ...recovery,
  ...series,
  ...uploads,
  ...users,
  ...weather,
}
