// Whether a variant that belongs to no group goes together with what is chosen of the groups. fits: of each group
// the uids that it goes with, "#group" for none of them; chosen(group): the one that is chosen.
export const goes = (fits, chosen) => Object.entries(fits).every(([group, uids]) => uids.includes(chosen(group)));
