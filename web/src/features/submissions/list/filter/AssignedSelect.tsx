import { useStaffRules } from "~/rules/useRules";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { useStaff } from "~/features/session/useStaff";

type AssignedSelectProps = {
  assigned: string | null;
  onChange: (assigned: string | null) => void;
};

/** Filters a list by assignee. */
export function AssignedSelect({ assigned, onChange }: AssignedSelectProps) {
  const rules = useStaffRules();
  const { me, people } = useStaff();
  const others = people.filter(({ username }) => username !== me?.username);
  const options = [
    { value: "", label: "Anyone" },
    { value: "me", label: "Me" },
    { value: "nobody", label: "Unassigned" },
    ...others.map(({ username, name }) => ({ value: username, label: name })),
  ];
  // The URL may name an unknown person, or the people are still loading.
  const key = rules.usernameKey(assigned ?? "");
  const known = options.find(({ value }) => rules.usernameKey(value) === key);
  return (
    <LabelledSelect
      label="Assigned to"
      value={known?.value ?? assigned ?? ""}
      options={known || !assigned ? options : [...options, { value: assigned, label: assigned }]}
      onChange={(value) => onChange(value || null)}
    />
  );
}
