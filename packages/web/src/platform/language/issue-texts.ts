import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IssueCode } from '@papadag/contract/problems'
import { accountIssues } from './account-issues.ts'
import { translate } from './translate.ts'

/** The sentence for each code of a field error; the server has the same sentences. */
const issueTexts: Record<IssueCode, MessageDescriptor> = {
  ...accountIssues,
  'time.invalid': msg`This is not a valid time`,
  'playdate.titleRequired': msg`Say what you are going to do`,
  'playdate.locationRequired': msg`Say where it is`,
  'playdate.startRequired': msg`Choose a start time`,
  'playdate.endRequired': msg`Choose an end time`,
  'playdate.endBeforeStart': msg`The end must be after the start`,
  'playdate.startInPast': msg`This time has already passed`,
  'playdate.tooLong': msg`A playdate can last 14 days at most`,
  'playdate.maxParticipants': msg`Choose a whole number from 1 to 50`,
  'playdate.openPlace': msg`Choose a place from the list that everybody may see`,
  'playdate.childrenAlong': msg`Choose a number from 0 to 12`,
  'poll.times': msg`Propose two to five times`,
  'poll.sameTime': msg`The same time is here twice`,
  'poll.fathers': msg`Ask at most 20 dads. You can send others the link.`,
  'poll.unknownTime': msg`This time is not one of those proposed`,
  'playdate.minimumFathers': msg`Choose a number from 2 that is no larger than the number of places`,
  'series.tooLong': msg`A series lasts 26 weeks at most, or until the end of the school year. You can renew it then`,
  'series.noDate': msg`There is no second date until then. Choose a later day`,
  'series.datesTooLong': msg`A playdate that repeats can last a day at most`,
  'series.tooManyDates': msg`Three dates of this series are already planned. Cancel one first`,
  'series.pauseEndsBefore': msg`The last day must be after the first`,
  'series.pauseTooLong': msg`A pause can last half a year at most`,
  'push.endpoint': msg`This is not the address of a push service`,
  'push.keys': msg`These keys are not right`,
  'settings.timeZone': msg`We do not know this time zone`,
  'settings.reminders': msg`Choose at most 5 reminders, from 5 minutes to a week before`,
  'settings.papaDays': msg`Choose mornings and afternoons from Monday to Sunday`,
  'calendar.nameRequired': msg`Give this calendar a name`,
  'chat.onePartner': msg`Choose one other person`,
  'chat.messageRequired': msg`Write a message`,
  'chat.tooLong': msg`A message can have 4000 characters at most`,
  'report.reasonRequired': msg`Choose what is wrong`,
  'report.contactRequired': msg`Enter your name and e-mail address so that we can answer you`,
  'place.nameTooShort': msg`Name must be at least 3 characters`,
  'place.addressRequired': msg`Address is required`,
  'place.position': msg`These coordinates are not right`,
  'place.feature': msg`We do not know this feature`,
  'place.type': msg`Choose restaurant or playground`,
  'place.rating': msg`Give one to five stars`,
}

/**
 * The sentence shown at a field for an error from a check or from the server, which is a code or already a sentence.
 */
export function sayIssue(said: string | undefined): string | undefined {
  return said !== undefined && isCode(said) ? translate(issueTexts[said]) : said
}

// By the sentences themselves, since the contract's list of codes would be loaded with the first screen.
function isCode(said: string): said is IssueCode {
  return Object.hasOwn(issueTexts, said)
}
