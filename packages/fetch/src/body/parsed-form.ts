/** How many path steps a field name such as `organizer[0][organizer]` may have. */
export const maxSteps = 5
