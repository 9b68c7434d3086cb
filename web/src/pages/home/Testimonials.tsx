import { home } from "~/content/home";
import { testimonials } from "~/content/testimonials";
import { Carousel } from "~/ui/slides/Carousel";
import { Section } from "~/site/Section";
import { TestimonialCard } from "~/site/TestimonialCard";

/** A carousel of testimonials. */
export function Testimonials() {
  const { heading, label } = home.testimonials;
  return (
    <Section heading={heading}>
      <Carousel
        label={label}
        delay={3000}
        perView={{ 0: 1, 768: 2 }}
        continueAfterInteraction
        pagination
      >
        {testimonials.map(({ heading: title, message, image, name, role }) => (
          <TestimonialCard
            key={name}
            heading={title}
            quote={message}
            picture={image}
            name={name}
            role={role}
          />
        ))}
      </Carousel>
    </Section>
  );
}
