/** The links of a playdate, as a screen shows them. */
export const linksOfThing = (playdateId: number) => `parent links of ${playdateId}`
