/** A file on its way from one page to another. */
export const openFile: { text: string } = { text: "" };

/** A roster on its way into a battle. */
export const takenRoster: { system: string; name: string; text: string } = { system: "", name: "", text: "" };
