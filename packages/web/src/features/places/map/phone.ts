/** A phone, whose screen the map fills; with larger text, or held sideways, there is no room over the map. */
export const phone = '(17rem <= width < 35rem), (17rem <= width < 48rem) and (height >= 35rem)'
