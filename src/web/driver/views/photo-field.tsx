/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { readPicture } from "../kept.ts";
import { shrinkPhoto } from "../picture.ts";
import { type NewPicture, newPicture } from "../taps.ts";
import { useTexts } from "../texts.ts";

interface Props {
  photos: readonly NewPicture[];
  max: number;
  onChange(photos: readonly NewPicture[]): void;
}

/** Photos from the camera, made smaller at once. */
export function PhotoField({ photos, max, onChange }: Props) {
  const texts = useTexts();
  const [isRefused, setRefused] = useState(false);

  async function add(field: HTMLInputElement) {
    const [file] = field.files ?? [];
    if (!file) return;
    const small = await shrinkPhoto(file);
    field.value = "";
    setRefused(small === undefined);
    if (small) onChange([...photos, newPicture("photo", small)]);
  }

  return (
    <fieldset>
      <legend>{texts.photo}</legend>
      <div class="photos">
        {photos.map((photo, index) => (
          <Photo
            key={photo.picture.id}
            photo={photo}
            name={texts.photoTaken(index + 1)}
            onRemove={() => onChange(photos.filter((other) => other !== photo))}
          />
        ))}
      </div>
      {photos.length < max && (
        <label class="button camera">
          {photos.length === 0 ? texts.takePhoto : texts.takeAnother}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={({ currentTarget }) => void add(currentTarget)}
          />
        </label>
      )}
      {isRefused && (
        <p class="alert" role="alert">
          {texts.notPicture}
        </p>
      )}
    </fieldset>
  );
}

function Photo({ photo, name, onRemove }: { photo: NewPicture; name: string; onRemove(): void }) {
  const texts = useTexts();
  const [url, setUrl] = useState<string>();
  const { bytes } = photo;
  const { id } = photo.picture;
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    const show = (found: Blob | undefined) => {
      if (found === undefined || isGone) return;
      made = URL.createObjectURL(found);
      setUrl(made);
    };
    if (bytes) show(bytes);
    else void readPicture(id).then(show);
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, bytes]);
  return (
    <figure>
      {url && <img src={url} alt={name} />}
      <figcaption>{name}</figcaption>
      <button type="button" aria-label={`${texts.remove}: ${name}`} onClick={onRemove}>
        {texts.remove}
      </button>
    </figure>
  );
}
